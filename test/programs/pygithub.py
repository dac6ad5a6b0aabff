"""The main jobs of PyGithub. Prints what it has read, as JSON."""
import json
import os
import sys
from github import Github, GithubException, InputGitTreeElement

api = os.environ["GITHUB_API_URL"]
service = Github(login_or_token=os.environ["GITHUB_TOKEN"], base_url=api, retry=0)
facts = {}


def fact(name, value):
    facts[name] = value


user = service.get_user()
fact("login", user.login)
fact("repositories", sorted(each.full_name for each in user.get_repos()))
repo = service.get_repo("acme/web")
fact("repository", [repo.full_name, repo.default_branch, repo.private, sorted(repo.get_topics())])
fact("languages", sorted(repo.get_languages()))
fact("readme", repo.get_readme().decoded_content.decode())

# Issues
label = repo.create_label("ui", "00ff00", "Pages")
milestone = repo.create_milestone("v2")
issue = repo.create_issue("Broken", body="It is.", assignee="octo", labels=[label], milestone=milestone)
comment = issue.create_comment("Looking")
comment.edit("Looked")
comment.create_reaction("+1")
issue.add_to_labels("bug")
issue.remove_from_labels("ui")
issue.edit(state="closed")
issue.lock("resolved")
issue.unlock()
fact("issue", [issue.number, issue.state, [each.name for each in issue.labels], issue.milestone.title])
fact("comments", [each.body for each in issue.get_comments()])
fact("timeline", sorted({each.event for each in issue.get_timeline()}))
fact("issue events", sorted({each.event for each in issue.get_events()}))
fact("repository events", sorted({each.event for each in repo.get_issues_events()}))
fact("closed", [each.title for each in repo.get_issues(state="closed")])
fact("found", [each.title for each in service.search_issues("Broken repo:acme/web")])
fact("all", repo.get_issues(state="all").totalCount)

# Contents, git objects, branches
head = repo.get_branch("main").commit.sha
repo.create_git_ref("refs/heads/work", head)
created = repo.create_file("docs/new.md", "Add a page", "# New\n", branch="work")
updated = repo.update_file("docs/new.md", "Change it", "# Newer\n", created["content"].sha, branch="work")
fact("file", repo.get_contents("docs/new.md", ref="work").decoded_content.decode())
fact("listed", sorted(each.path for each in repo.get_contents("docs", ref="work")))
tree = repo.create_git_tree([InputGitTreeElement("a.txt", "100644", "blob", content="a\n")], repo.get_git_tree("work"))
commit = repo.create_git_commit("Add a", tree, [repo.get_git_commit(updated["commit"].sha)])
repo.get_git_ref("heads/work").edit(commit.sha)
fact("compared", [each.filename for each in repo.compare("main", "work").files])
fact("commits", [each.commit.message for each in repo.get_commits(sha="work")][:3])
tag = repo.create_git_tag("v0", "First", head, "commit")
repo.create_git_ref("refs/tags/v0", tag.sha)
fact("tags", [each.name for each in repo.get_tags()])
fact("branches", sorted(each.name for each in repo.get_branches()))
repo.get_commit(head).create_comment("Fine")
fact("commit comments", [each.body for each in repo.get_comments()])

# Pull requests
pull = repo.create_pull(title="A page", body="Fixes #%d" % issue.number, head="work", base="main")
pull.create_issue_comment("Ready")
pull.create_review_comment("Why?", repo.get_commit(commit.sha), "a.txt", 1)
status = repo.get_commit(commit.sha).create_status("success", "https://ci.example/1", "Passed", "ci")
fact("statuses", [status.context, repo.get_commit(commit.sha).get_combined_status().state])
pull.add_to_labels("bug")
pull.edit(title="A new page")
fact("files", [each.filename for each in pull.get_files()])
fact("reviews", pull.create_review(event="COMMENT", body="Hm").state)
merged = pull.merge(merge_method="squash")
fact("merged", [merged.merged, repo.get_pull(pull.number).merged])
repo.get_git_ref("heads/work").delete()

# Releases
release = repo.create_git_release("v1.0.0", "One", "The first", target_commitish="main")
with open(sys.argv[1], "w") as file:
    file.write("bytes")
asset = release.upload_asset(sys.argv[1], label="File", name="asset.txt", content_type="text/plain")
fact("assets", [[each.name, each.size] for each in repo.get_release("v1.0.0").get_assets()])
fact("latest", repo.get_latest_release().tag_name)
release.update_release("One!", "Again")

# Settings
repo.edit(description="Changed")
repo.replace_topics(["one", "two"])
repo.add_to_collaborators("rev", permission="push")
fact("collaborators", sorted(each.login for each in repo.get_collaborators()))
fact("permission", repo.get_collaborator_permission("rev"))
repo.get_branch("main").edit_protection(strict=True, contexts=["ci"], enforce_admins=True)
protection = repo.get_branch("main").get_protection()
fact("protection", [protection.required_status_checks.strict, protection.required_status_checks.contexts])
repo.get_branch("main").remove_protection()
hook = repo.create_hook("web", {"url": "https://bot.example/", "content_type": "json"}, ["push"], active=True)
fact("hooks", [each.events for each in repo.get_hooks()])
hook.delete()
key = repo.create_key("deploy", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE")
fact("keys", [each.title for each in repo.get_keys()])
key.delete()
fact("workflows", [each.name for each in repo.get_workflows()])
repo.create_secret("TOKEN", "hidden")
repo.create_repository_dispatch("go", {"a": 1})
user.add_to_starred(repo)
fact("starred", [each.full_name for each in user.get_starred()])
fact("stargazers", [each.login for each in repo.get_stargazers()])
user.add_to_watched(repo)
gist_owner = service.get_user("octo")
fact("user", gist_owner.type)
fact("limits", service.get_rate_limit().core.limit)
fact("organization", [each.login for each in user.get_orgs()])

try:
    service.get_repo("acme/none")
except GithubException as error:
    fact("missing", error.status)

print(json.dumps(facts, indent=1))
