/** One input with its label, its hint and its error, linked for screen readers. */
export const field = `<div class="field">
<label for="{{ name }}">{{ label }}</label>
{% if hint %}<p class="hint" id="{{ name }}-hint">{{ hint }}</p>{% endif %}
<input id="{{ name }}" name="{{ name }}" type="{{ type | default: 'text' }}" value="{{ value }}"{% if autocomplete %} autocomplete="{{ autocomplete }}"{% endif %}{% if required %} required{% endif %}{% if hint %} aria-describedby="{{ name }}-hint"{% endif %}{% if invalid contains name %} aria-invalid="true"{% endif %}>
</div>
`;

/** What a form for renaming and restricting asks. What was restricted already offers no more than is left. */
export const restricting = `{% render 'field', name: 'name', label: 'Name', value: form.name, required: true, invalid: invalid %}
{% if hasEverything %}{% render 'scopes', legend: 'What it may do', choices: scopes, everything: true, extent: form.may %}
{% else %}<input type="hidden" name="may" value="some">{% render 'scopes', legend: 'What it may do', choices: scopes %}
{% endif %}{% if hasAllAccounts %}{% render 'accounts', legend: 'Which accounts it sees', choices: accounts, extent: form.accounts %}
{% else %}<input type="hidden" name="accounts" value="some">{% render 'accounts', legend: 'Which accounts it sees', choices: accounts, onlySome: true %}
{% endif %}{% render 'field', name: 'expires_at', label: 'It ends on', hint: endHint, type: 'date', value: form.expires_at, invalid: invalid %}
`;

/** Scopes to choose from; with `everything` all of them at once too, and then one of the two must be chosen. */
export const scopes = `<fieldset id="scopes">
<legend>{{ legend }}</legend>
{% if everything %}<label class="choice"><input type="radio" name="may" value="all" required{% if extent == 'all' %} checked{% endif %}> Everything</label>
<label class="choice"><input type="radio" name="may" value="some" required{% if extent == 'some' %} checked{% endif %}> Only this:</label>
{% endif %}{% for scope in choices %}<label class="choice"><input type="checkbox" name="scopes" value="{{ scope.name }}"{% if scope.chosen %} checked{% endif %}> <span><strong>{{ scope.name }}</strong>: {{ scope.meaning }}</span></label>
{% endfor %}</fieldset>
`;

/** Accounts to choose from: all, those that come later too, or some; with `onlySome` not all. */
export const accounts = `<fieldset id="financial_accounts">
<legend>{{ legend }}</legend>
{% unless onlySome %}<label class="choice"><input type="radio" name="accounts" value="all" required{% if extent == 'all' %} checked{% endif %}> All my accounts, those that I connect later too</label>
<label class="choice"><input type="radio" name="accounts" value="some" required{% if extent == 'some' %} checked{% endif %}> Only these:</label>
{% endunless %}{% for account in choices %}<label class="choice"><input type="checkbox" name="financial_accounts" value="{{ account.id }}"{% if account.chosen %} checked{% endif %}> {{ account.name }}{% if account.currency %} ({{ account.currency }}){% endif %}</label>
{% else %}<p class="hint">You have connected no accounts yet.</p>
{% endfor %}</fieldset>
`;
