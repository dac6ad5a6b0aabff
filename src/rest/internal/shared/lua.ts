/**
 * The script that changes what the processes of a principal share: one JSON value in Redis. The script is atomic, and its
 * clock is that of Redis.
 */
import * as Spacing from "../gate/spacing.ts"

/** What the script keeps. A value that is not of this version, or is damaged, counts as nothing. */
const version = 1

/**
 * The state: `resources` by name (the budget, its pause, the windows of a quota), `leases` by process and resource, and
 * the pause of the whole principal.
 *
 * A unit stands for a request under way and, where a budget is known, for a request of it. What may be granted is the
 * lowest statement of the window, less the units of all processes. The units of a process that died count as spent
 * until a later response states the budget.
 */
export const lua = `
local ask = cjson.decode(ARGV[1])
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- Servers round resets to whole seconds.
local slack = 2000

local function answer(state)

local count = 0
for _ in pairs(state.resources) do count = count + 1 end

local function resource(name)
  local found = state.resources[name]
  if not found then
    found = { dead = 0, lost = 0 }
    -- The service names the resources. There are few, and no response makes them many.
    if count < 100 then
      state.resources[name] = found
      count = count + 1
    end
  end
  -- The window has ended. Until a response states the next one, it is as large.
  if found.resetAt and found.resetAt <= now then
    found.endedAt, found.resetAt, found.remaining, found.dead, found.lost = found.resetAt, nil, found.limit, 0, 0
  end
  return found
end

for id, lease in pairs(state.leases) do
  if lease.expires <= now then
    if lease.units > 0 then
      local of = resource(lease.resource)
      of.dead, of.deadAt = of.dead + lease.units, now
    end
    state.leases[id] = nil
  end
end

local r = resource(ask.resource)

-- The time between two writes, as every process has learned it.
local function learned()
  local spacing = state.spacing
  if not spacing then return 0 end
  local halved = math.max(0, math.floor((now - spacing.since) / ${Spacing.halving}))
  return halved < ${Spacing.halvings} and math.floor(spacing.interval / 2 ^ halved) or 0
end

local function save()
  local keep = 7200000
  local function last(time) keep = math.max(keep, time - now) end
  if state.pause then last(state.pause.ends) end
  for _, of in pairs(state.resources) do
    if of.resetAt then last(of.resetAt) end
    if of.pause then last(of.pause.ends) end
    for _, window in pairs(of.windows or {}) do last(window.ends) end
  end
  redis.call("SET", KEYS[1], cjson.encode(state), "PX", math.ceil(keep))
end

local function pauseOf()
  local own, shared = r.pause, state.pause
  if own and shared then return shared.ends > own.ends and shared or own end
  return own or shared
end

local function closedBy(pause)
  return {
    ["for"] = math.ceil(pause.ends - now), kind = pause.kind, resource = pause.resource,
    limit = r.limit, remaining = r.resetAt and r.remaining or nil
  }
end

local function longer(one, other)
  return one and one.ends > other.ends and one or other
end

-- Takes back a pause. All that may hold are kept for it, with the longest before them.
local function withdraw(pausable)
  local left, found = {}, nil
  for _, one in ipairs(pausable.pauses or {}) do
    if one.id == ask.replaces then found = one else table.insert(left, one) end
  end
  if not found then return end
  if found.strike then pausable.strikes = pausable.strikes - 1 end
  pausable.pauses, pausable.pause = left, pausable.before
  for _, one in ipairs(left) do pausable.pause = longer(pausable.pause, one) end
  return found
end

local function pauseFor(pausable, earlier)
  local ends = pausable.pause and pausable.pause.ends or 0
  if ends <= now or not pausable.pauses then pausable.pauses, pausable.before = {}, pausable.pause end
  -- Limits of requests under way together are one strike. A body is the same limit as its head was, not the next one.
  local strike = not ask.retryIn and (earlier and earlier.strike or now - ask.sentAgo >= ends)
  if strike then pausable.strikes = (pausable.strikes or 0) + 1 end
  local length = ask.retryIn or math.min(ask.first * 2 ^ math.max(0, (pausable.strikes or 0) - 1), 3600000)
  local one = {
    id = ask.id, began = now, ends = now + length, kind = ask.kind, resource = ask.limited, strike = strike or nil
  }
  pausable.pause = longer(pausable.pause, one)
  table.insert(pausable.pauses, one)
end

-- A response was a limit, or its body says that it is none.
if ask.id then
  local here, all = ask.replaces and withdraw(r), ask.replaces and withdraw(state)
  if ask.kind == "primary" then pauseFor(r, here) end
  if ask.kind == "secondary" then
    pauseFor(state, all)
    local spacing = state.spacing or { interval = 0, since = 0 }
    if now - ask.sentAgo >= spacing.since then
      spacing.interval = math.min(math.max(${Spacing.recommended}, 2 * learned()), ${Spacing.longest})
    end
    spacing.since = math.max(spacing.since, state.pause.ends)
    state.spacing = spacing
  end
  save()
  local pause = ask.kind and pauseOf()
  return cjson.encode({ held = 0, granted = 0, closed = pause and closedBy(pause) or nil })
end

if ask.goodAgo then
  for _, pausable in ipairs({ r, state }) do
    if now - ask.goodAgo >= (pausable.pause and pausable.pause.ends or 0) then
      pausable.strikes, pausable.pauses, pausable.before = nil, nil, nil
    end
  end
  local spacing = state.spacing
  if spacing and now - ask.goodAgo >= spacing.since and spacing.interval > ${Spacing.shortest} then
    spacing.interval = math.max(${Spacing.shortest}, math.floor(spacing.interval * ${Spacing.easing} ^ ask.written))
  end
end

if ask.silent then r.silent = true end
r.lost = r.lost + ask.lost
if ask.lost > 0 then r.lostAt = now end
-- Nobody has heard since: what the service last said has to do.
if r.lost > 0 and now - r.lostAt > 10000 then r.lost = 0 end

local stated = ask.budget
if stated and stated.resetIn > 0 then
  local resetAt, sentAt = now + stated.resetIn, now - stated.sentAgo
  local ended = r.endedAt or 0
  local isOld = r.resetAt and sentAt < r.learnedAt and resetAt < r.resetAt - slack
    or not r.resetAt and sentAt < ended and resetAt <= ended + slack
  if not isOld then
    local isSame = r.resetAt and math.abs(resetAt - r.resetAt) <= slack
    r.remaining = isSame and math.min(r.remaining, stated.remaining) or stated.remaining
    r.resetAt = isSame and math.max(r.resetAt, resetAt) or resetAt
    r.limit, r.learnedAt, r.silent = stated.limit, now, nil
    -- By then, what the dead had sent has arrived.
    if sentAt > (r.deadAt or 0) + slack then r.dead = 0 end
    if sentAt > (r.lostAt or 0) then r.lost = 0 end
  end
end

local before = state.leases[ask.lease]
local since = before and before.since or now
local mine, held, units, earlier = ask.using + ask.spare, 0, 0, 0
for id, lease in pairs(state.leases) do
  if id ~= ask.lease then
    units = units + lease.units
    if lease.resource == ask.resource then held = held + lease.units end
    if lease.since and lease.since < since and now - lease.polled < 200 then earlier = earlier + 1 end
  end
end

local pause = pauseOf()
local closed, later
local left = r.remaining and r.remaining - r.dead - r.lost
if pause and pause.ends > now then
  closed = closedBy(pause)
elseif left and left <= 0 and r.resetAt then
  closed = {
    ["for"] = math.ceil(r.resetAt - now), kind = "primary", resource = ask.resource,
    limit = r.limit, remaining = r.remaining
  }
end

-- After a pause, and at the start of a window, requests come back one after the other.
local most = ask.concurrency
local function ramp(opened, length)
  if opened and now - opened < length then
    most = math.min(most, math.max(1, math.ceil(ask.concurrency * (now - opened) / length)))
  end
end
if pause and not closed then ramp(pause.ends, math.min(5000, (pause.ends - pause.began) / 10)) end
ramp(r.endedAt, 500)

local free = most - units - mine - earlier
if left then
  free = math.min(free, left - held - mine)
  -- Nothing is known of this window but what the dead may have spent of it: one request will tell.
  if not r.resetAt and held + mine == 0 then free = math.max(free, 1) end
elseif not r.silent and not ask.quota then
  -- Nothing is known: one request will tell, unless it takes its time.
  if held + mine == 0 then
    free = math.min(free, 1)
    r.probedAt = now
  elseif now - (r.probedAt or 0) < 2000 then
    free = 0
  end
end
local interval = ask.interval == "learned" and learned() or tonumber(ask.interval) or 0
if interval > 0 then
  local opens = (state.wroteAt or 0) + interval
  free = math.min(free, 1)
  if opens > now then free, later = 0, math.ceil(opens - now) end
end
if closed then free = 0 end
free = math.max(0, math.floor(free))

local granted = 0
if ask.quota then
  r.windows = r.windows or {}
  for _, weight in ipairs(ask.quota.weights) do
    if granted >= free then break end
    local full
    for _, window in ipairs(ask.quota.windows) do
      local entry = r.windows[window.name]
      local ordinal = math.floor(now / window.length)
      if not entry or entry.ordinal ~= ordinal then
        entry = { ordinal = ordinal, ends = (ordinal + 1) * window.length, spent = 0 }
        r.windows[window.name] = entry
      end
      -- A request heavier than a window may be sent when it is empty. What is paid already weighs nothing.
      local isFull = weight > 0 and entry.spent > 0 and entry.spent + weight > window.limit
      if isFull and entry.ends - now > (full and full["for"] or 0) then
        full = {
          ["for"] = entry.ends - now, kind = "primary", resource = window.name,
          limit = window.limit, remaining = math.max(0, window.limit - entry.spent)
        }
      end
    end
    if full then
      if granted == 0 then closed = full end
      break
    end
    for _, window in ipairs(ask.quota.windows) do
      local entry = r.windows[window.name]
      entry.spent = entry.spent + weight
    end
    granted = granted + 1
  end
else
  granted = math.min(ask.wanted, free)
end
if interval > 0 and granted > 0 then state.wroteAt = now end

local total = mine + granted + math.min(ask.extra, math.floor((free - granted) / 4))
local isBusy = ask.wanted > granted and not closed and not later
if total > 0 or isBusy then
  state.leases[ask.lease] = {
    resource = ask.resource, units = total, expires = now + ask.keep, polled = now,
    -- Whoever waits longest is first.
    since = isBusy and (granted == 0 and since or now) or nil
  }
else
  state.leases[ask.lease] = nil
end
save()
return cjson.encode({
  held = total, granted = granted, closed = closed, later = later, spaced = interval > 0 and true or nil
})

end

local ok, state = pcall(cjson.decode, redis.pcall("GET", KEYS[1]))
if ok and type(state) == "table" and state.version == ${version} then
  local done, reply = pcall(answer, state)
  if done then return reply end
end
return answer({ version = ${version}, resources = {}, leases = {} })
`
