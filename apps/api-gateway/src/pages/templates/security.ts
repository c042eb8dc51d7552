export const security = `{% layout 'layout' %}{% block main %}
<p>What concerned the security of your account, newest first. If something here was not you, <a href="/account">change your password</a>, <a href="/developers/tokens">revoke the token</a> or <a href="/account/apps">end the app’s access</a>.</p>
{% if rows.size == 0 %}<p>There is nothing here.</p>{% else %}
<div class="scroll" role="region" aria-label="Security events" tabindex="0"><table>
<thead><tr><th scope="col">When (UTC)</th><th scope="col">What</th><th scope="col">Of</th><th scope="col">From the network</th></tr></thead>
<tbody>{% for event in rows %}<tr>
<td><time datetime="{{ event.time }}">{{ event.when }}</time></td><td>{{ event.what }}</td><td>{{ event.name }}</td><td>{% if event.address %}<code>{{ event.address }}</code>{% endif %}</td>
</tr>{% endfor %}</tbody></table></div>
{% endif %}
{% if newer or older %}<p class="actions">{% if newer %}<a href="/account/security?page={{ newer }}" rel="prev">Newer</a>{% endif %}{% if older %}<a href="/account/security?page={{ older }}" rel="next">Older</a>{% endif %}</p>{% endif %}
{% endblock %}`;
