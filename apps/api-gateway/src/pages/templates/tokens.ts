export const tokens = `{% layout 'layout' %}{% block main %}
{% if made %}
<div class="secret" role="status">
<h2>Your new token “{{ made.name }}”</h2>
<p><code id="new-token">{{ made.token }}</code></p>
<p>Copy it now: it is not kept, and cannot be shown again. Whoever has it can do what it may do.</p>
</div>
{% endif %}
<p>Scripts and programs of your own carry such a token in <code>Authorization: Bearer …</code>. It ends after one year.</p>
<h2>Your tokens</h2>
{% if rows.size == 0 %}<p>There are none.</p>{% else %}
<div class="scroll" role="region" aria-label="Your tokens" tabindex="0"><table>
<thead><tr><th scope="col">Name</th><th scope="col">May</th><th scope="col">Accounts</th><th scope="col">Last used</th><th scope="col">Ends</th><th scope="col">Action</th></tr></thead>
<tbody>{% for token in rows %}<tr>
<th scope="row">{{ token.name }}</th><td>{{ token.may }}</td><td>{{ token.accounts }}</td><td>{{ token.lastUsed }}</td><td>{{ token.ends }}</td>
<td>{% if token.isLive %}<a href="/developers/tokens/{{ token.id }}" aria-label="Change {{ token.name }}">Change</a> <form method="post" action="/developers/tokens/{{ token.id }}/revoke"><input type="hidden" name="_csrf" value="{{ csrf }}"><button class="bad" aria-label="Revoke {{ token.name }}">Revoke</button></form>{% else %}<form method="post" action="/developers/tokens/{{ token.id }}/delete"><input type="hidden" name="_csrf" value="{{ csrf }}"><button class="quiet" aria-label="Delete {{ token.name }}">Delete</button></form>{% endif %}</td>
</tr>{% endfor %}</tbody></table></div>
{% endif %}
<h2 id="make">Make a token</h2>
<form method="post" action="/developers/tokens" aria-labelledby="make">
<input type="hidden" name="_csrf" value="{{ csrf }}">
{% render 'field', name: 'name', label: 'Name', hint: 'What it is for, such as “backup script”.', value: form.name, required: true, invalid: invalid %}
{% render 'scopes', legend: 'What it may do', choices: scopes, everything: true, extent: form.may %}
{% render 'accounts', legend: 'Which accounts it sees', choices: accounts, extent: form.accounts %}
<button>Make the token</button>
</form>
{% endblock %}`;

export const changeToken = `{% layout 'layout' %}{% block main %}
<p>You can rename the token, take scopes and accounts from it, and let it end earlier. To give it more, make a new one.
{% if ends %}It ends on {{ ends }}.{% endif %}</p>
<form method="post" action="{{ path }}">
<input type="hidden" name="_csrf" value="{{ csrf }}">
{% render 'restricting', form: form, scopes: scopes, accounts: accounts, hasEverything: hasEverything, hasAllAccounts: hasAllAccounts, endHint: 'At the beginning of that day (UTC). Leave it empty to keep the end that it has.', invalid: invalid %}
<button>Save</button>
</form>
<p><a href="/developers/tokens">Leave it as it is</a></p>
{% endblock %}`;
