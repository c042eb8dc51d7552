export const signIn = `{% layout 'layout' %}{% block main %}
<form method="post" action="/sign-in">
<input type="hidden" name="_csrf" value="{{ csrf }}"><input type="hidden" name="return_to" value="{{ returnTo }}">
{% render 'field', name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: form.email, required: true, invalid: invalid %}
{% render 'field', name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', required: true, invalid: invalid %}
<button>Sign in</button>
</form>
{% if isSignUpOpen %}<p>No account yet? <a href="/sign-up?return_to={{ returnTo | url_encode }}">Make one</a>.</p>{% endif %}
{% endblock %}`;

export const signUp = `{% layout 'layout' %}{% block main %}
<form method="post" action="/sign-up">
<input type="hidden" name="_csrf" value="{{ csrf }}"><input type="hidden" name="return_to" value="{{ returnTo }}">
{% render 'field', name: 'name', label: 'Your name', autocomplete: 'name', value: form.name, required: true, invalid: invalid %}
{% render 'field', name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: form.email, required: true, invalid: invalid %}
{% render 'field', name: 'password', label: 'Password', hint: passwordHint, type: 'password', autocomplete: 'new-password', required: true, invalid: invalid %}
<button>Make an account</button>
</form>
<p>Have one already? <a href="/sign-in?return_to={{ returnTo | url_encode }}">Sign in</a>.</p>
{% endblock %}`;

export const account = `{% layout 'layout' %}{% block main %}
<dl><dt>Name</dt><dd>{{ session.userName }}</dd><dt>E-mail address</dt><dd>{{ session.email }}</dd><dt>Plan</dt><dd>{{ session.plan }}</dd></dl>
<h2 id="change-password">Change your password</h2>
<p>You are signed out everywhere else.</p>
<form method="post" action="/account/password" aria-labelledby="change-password">
<input type="hidden" name="_csrf" value="{{ csrf }}">
{% render 'field', name: 'current_password', label: 'Present password', type: 'password', autocomplete: 'current-password', required: true, invalid: invalid %}
{% render 'field', name: 'password', label: 'New password', hint: passwordHint, type: 'password', autocomplete: 'new-password', required: true, invalid: invalid %}
<button>Change password</button>
</form>
{% endblock %}`;

export const message = `{% layout 'layout' %}{% block main %}
<p>{{ text }}</p>
<p><a href="{{ link.path }}">{{ link.name }}</a></p>
{% endblock %}`;
