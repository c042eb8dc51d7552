/** The frame of all pages, which need no scripts. */
export const layout = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{ title }} – Tributary</title>
<link rel="icon" href="/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pages.css">
</head>
<body{% unless session %} class="visitor"{% endunless %}>
<a class="skip" href="#main">Skip to the content</a>
<header>
<p class="brand"><img src="/logo.svg" alt="" width="26" height="26"> {% if session %}<a href="/">Tributary</a>{% else %}Tributary{% endif %}</p>
{% if session %}
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
{% if isUnencrypted %}<p class="hint" role="note">Nothing encrypts this connection: whoever shares your network can read what you type here and what you are shown, and act as you.</p>{% endif %}
{% block main %}{% endblock %}
</main>
</body>
</html>
`;

/** The colours and measures of the console's theme (apps/console/src/app/theme.ts). */
export const css = `
:root { color-scheme: light dark; --paper: #fff; --ink: #000; --dimmed: #566069; --hairline: #dee2e6; --line: #868e96; --soft: #f8f9fa;
  --accent: #236a7f; --accent-hover: #14556a; --on-accent: #fff; --link: #236a7f; --good: #eef7f9; --bad: #c92a2a; --bad-soft: #fff5f5; }
@media (prefers-color-scheme: dark) { :root { --paper: #242424; --ink: #c9c9c9; --dimmed: #a7afb7; --hairline: #424242; --line: #828282; --soft: #2e2e2e;
  --accent: #2f7a90; --accent-hover: #236a7f; --on-accent: #fff; --link: #8bc0ce; --good: #1f3137; --bad: #ff8787; --bad-soft: #3b2626; } }
* { box-sizing: border-box; }
body { margin: 0; font: .875rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; background: var(--paper); color: var(--ink); }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; min-height: 3.25rem; padding: .5rem 1rem; border-bottom: 1px solid var(--hairline); }
header form { margin-left: auto; }
.brand { display: flex; gap: .5rem; align-items: center; font-weight: 650; font-size: 1rem; margin: 0; } .brand a { color: inherit; text-decoration: none; }
main { max-width: 48rem; margin: 0 auto; padding: 1rem; }
main:focus { outline: none; }
.visitor header { justify-content: center; border: 0; padding-top: max(1rem, 8vh); }
.visitor main { max-width: 28rem; margin: 0 auto 2rem; padding: .5rem 1.5rem 1.5rem; border: 1px solid var(--hairline); border-radius: .25rem; }
h1 { font-size: 1.5rem; line-height: 1.35; } h2 { font-size: 1.125rem; line-height: 1.4; margin-top: 2rem; } h1, h2, legend { font-weight: 600; }
a { color: var(--link); }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .5rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
label { display: block; font-weight: 500; margin-bottom: .125rem; }
label.choice { font-weight: 400; display: flex; gap: .5rem; align-items: baseline; margin: 0; padding: .25rem 0; }
input, button { accent-color: var(--accent); }
input:not([type=checkbox]):not([type=radio]) { width: 100%; min-height: 2.25rem; font: inherit; padding: .375rem .75rem; border: 1px solid var(--line); border-radius: .25rem; background: var(--paper); color: var(--ink); }
input[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
.field { margin: 0 0 1rem; } .hint { margin: 0 0 .25rem; font-size: .8125rem; color: var(--dimmed); }
form + .hint { margin-top: 1rem; }
fieldset { border: 1px solid var(--hairline); border-radius: .25rem; margin: 0 0 1rem; padding: .75rem 1rem; min-width: 0; } legend { padding: 0 .25rem; }
button { font: inherit; font-weight: 600; min-height: 2.25rem; padding: .25rem 1.125rem; border: 1px solid var(--accent); border-radius: .25rem; background: var(--accent); color: var(--on-accent); cursor: pointer; }
button:hover { background: var(--accent-hover); }
button.quiet { background: var(--paper); color: var(--ink); border-color: var(--line); }
button.quiet:hover { background: var(--soft); }
.errors { background: var(--bad-soft); color: var(--bad); border-radius: .25rem; padding: .25rem 1rem; margin-bottom: 1rem; } .errors h2 { font-size: .875rem; margin: .5rem 0; } .errors a { color: inherit; } .errors ul { padding-left: 1.25rem; }
.notice { background: var(--good); border-radius: .25rem; padding: .5rem 1rem; }
code { overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
`;
