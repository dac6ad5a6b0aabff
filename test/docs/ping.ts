/** The delivery that GitHub sends a new hook. */
export const pingBody = JSON.stringify({ zen: "Design for failure.", hook_id: 30 })

/** Its request, with a signature. */
export const pingWith = (signature: string) => ({
  method: "POST",
  headers: {
    "content-type": "application/json",
    "x-github-event": "ping",
    "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    "x-hub-signature-256": signature
  },
  body: pingBody
})
