/** The frame of all pages, which need no scripts. */
export const layout = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ title }} – Tributary</title>
<link rel="stylesheet" href="/pages.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<p class="brand">Tributary</p>
{% if session %}
<nav aria-label="Pages">
<ul>
{% for page in nav %}<li><a href="{{ page.path }}"{% if page.path == path %} aria-current="page"{% endif %}>{{ page.name }}</a></li>
{% endfor %}</ul>
</nav>
<form method="post" action="/sign-out"><input type="hidden" name="_csrf" value="{{ csrf }}"><button class="quiet">Sign out {{ session.email }}</button></form>
{% endif %}
</header>
<main id="main" tabindex="-1">
<h1>{{ title }}</h1>
{% if errors %}
<div class="errors" role="alert">
<h2>Please look at this again</h2>
<ul>{% for error in errors %}<li>{% if error.field %}<a href="#{{ error.field }}">{{ error.message }}</a>{% else %}{{ error.message }}{% endif %}</li>{% endfor %}</ul>
</div>
{% endif %}
{% if notice %}<p class="notice" role="status">{{ notice }}</p>{% endif %}
{% block main %}{% endblock %}
</main>
</body>
</html>
`;

export const css = `
:root { color-scheme: light dark; --line: #767676; --accent: #0b5394; --bad: #a40000; --paper: #fff; --ink: #1a1a1a; --soft: #f2f4f7; }
@media (prefers-color-scheme: dark) { :root { --line: #9a9a9a; --accent: #8ec5ff; --bad: #ff9c9c; --paper: #16181b; --ink: #ececec; --soft: #23272c; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: var(--paper); color: var(--ink); }
header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; padding: .75rem 1rem; background: var(--soft); }
header form { margin-left: auto; }
.brand { font-weight: 700; margin: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: 1rem; list-style: none; margin: 0; padding: 0; }
main { max-width: 48rem; margin: 0 auto; padding: 1rem; }
main:focus { outline: none; }
a { color: var(--accent); }
a[aria-current] { font-weight: 700; text-decoration: none; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .5rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
label { display: block; font-weight: 600; }
label.choice { font-weight: 400; display: flex; gap: .5rem; align-items: baseline; padding: .15rem 0; }
input:not([type=checkbox]):not([type=radio]), textarea { width: 100%; font: inherit; padding: .5rem; border: 1px solid var(--line); border-radius: .25rem; background: var(--paper); color: var(--ink); }
input[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
.field { margin: 0 0 1rem; } .hint { margin: 0; font-size: .9rem; }
fieldset { border: 1px solid var(--line); border-radius: .25rem; margin: 0 0 1rem; padding: .75rem 1rem; } legend { font-weight: 600; padding: 0 .25rem; }
button { font: inherit; padding: .5rem 1rem; border: 1px solid var(--accent); border-radius: .25rem; background: var(--accent); color: var(--paper); cursor: pointer; }
button.quiet, button.bad { background: transparent; color: var(--accent); } button.bad { color: var(--bad); border-color: var(--bad); }
.errors { border: 2px solid var(--bad); border-radius: .25rem; padding: .25rem 1rem; margin-bottom: 1rem; } .errors h2 { font-size: 1.1rem; margin: .5rem 0; } .errors a { color: var(--bad); }
.notice, .secret { border: 2px solid var(--accent); border-radius: .25rem; padding: .5rem 1rem; }
code { overflow-wrap: anywhere; } .secret code { font-size: 1.05rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .4rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
.scroll { overflow-x: auto; } .actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
`;
