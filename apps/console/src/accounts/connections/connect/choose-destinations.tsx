import { Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import type { FinancialAccount, FinancialConnection, TransferLink } from '@tributary/client';
import { useState } from 'react';
import { useTargets, type Target } from '../../../api/destinations';
import { visibleText } from '../../../elements/bank-text';
import { Loading } from '../../../elements/loading';
import { Nothing } from '../../../elements/nothing';
import { Problem } from '../../../elements/problems/problem';
import { ScreenButton, ScreenLink } from '../../../elements/screen-link';
import { useChange } from '../../../elements/changes/use-change';
import { currenciesOf, currencyMembers, NO_ANSWERS } from '../../../links/link-currencies';
import { sentFrom } from '../../../links/link-settings';
import { NewLinkCurrencies } from '../../../links/on-other-currency';
import { useAllLinks } from '../../../links/use-all-links';
import { accountName } from '../../account-words';
import { useAccountsOf } from './found-accounts';
import { useConnectSearch } from './use-connect-search';

const NO_LINKS: readonly TransferLink[] = [];

/** Where each account's transactions are sent, or nowhere. */
export function ChooseDestinations({ connection }: { readonly connection: FinancialConnection }) {
  const accounts = useAccountsOf(connection.id);
  const { targets, isPending, error, refetch } = useTargets();
  if (accounts.isPending || isPending) return <Loading rows={4} />;
  if (accounts.isError) return <Problem error={accounts.error} retry={accounts.refetch} />;
  if (error !== null) return <Problem error={error} retry={refetch} />;
  return (
    <Stack>
      <Title order={2} size="h4">
        Where to send them
      </Title>
      {targets.length === 0 ? (
        <>
          <Nothing
            title="No destination is connected yet"
            action={
              <ScreenButton to="/destinations" variant="default">
                Connect a destination
              </ScreenButton>
            }
          >
            A budget, spreadsheet or workspace gets the transactions once it is connected. This can also be
            done later.
          </Nothing>
          <Buttons />
        </>
      ) : (
        <Links accounts={accounts.data.data} targets={targets} />
      )}
    </Stack>
  );
}

interface LinksProps {
  readonly accounts: readonly FinancialAccount[];
  readonly targets: readonly Target[];
}

function Links({ accounts, targets }: LinksProps) {
  const { go } = useConnectSearch();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [from, setFrom] = useState('');
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const links = useAllLinks().data?.links ?? NO_LINKS;
  const linked = Object.entries(chosen);
  const wanted = linked.flatMap(([accountId, key]) => {
    const target = targets.find((one) => keyOf(one) === key);
    const ends = { financial_account_id: accountId };
    return target === undefined
      ? []
      : [{ ...ends, destination_type: target.type, destination_id: target.id }];
  });
  const known = { accounts, targets, links };
  const currencies = currenciesOf(wanted, known, answers);
  const create = useChange('post', '/transfer-links/bulk', {
    done: ({ data: { results } }) => {
      const made = results.filter(({ success }) => success).length;
      return made === 1 ? 'One account is linked' : `${made} accounts are linked`;
    },
    isErrorShown: true,
    onSuccess: ({ data: { results } }) => {
      const failures = linked.flatMap(([id], index) => {
        const result = results[index];
        return result === undefined || result.success ? [] : [[id, result.message] as const];
      });
      setRefused(Object.fromEntries(failures));
      setChosen(Object.fromEntries(linked.filter(([id]) => failures.some(([failed]) => failed === id))));
      if (failures.length === 0) return go({ step: 'done' });
      return undefined;
    },
  });
  const isPossible = linked.length > 0 && (currencies.differing.length === 0 || answers.rule !== null);
  const link = () =>
    create.mutate({
      body: {
        transfer_links: wanted.map((one) => ({
          ...one,
          ...sentFrom(from),
          ...currencyMembers(one, known, answers, currencies),
        })),
      },
    });
  return (
    <Stack>
      <Text size="sm">
        Each account can be sent to one target here. More, and rules for them, under{' '}
        <ScreenLink to="/links">Links</ScreenLink>.
      </Text>
      {accounts.map((account) => (
        <Select
          key={account.id}
          maw={420}
          label={visibleText(accountName(account))}
          description={alreadyLinked(account)}
          placeholder="Do not send"
          data={grouped(targets)}
          value={chosen[account.id] ?? null}
          onChange={(key) =>
            setChosen(({ [account.id]: _before, ...others }) =>
              key === null ? others : { ...others, [account.id]: key },
            )
          }
          error={refused[account.id]}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': `Do not send ${accountName(account)}` }}
        />
      ))}
      <TextInput
        type="date"
        maw={260}
        label="Send transactions from"
        description="Empty: the whole history."
        value={from}
        onChange={({ currentTarget: { value } }) => setFrom(value)}
      />
      {linked.length > 0 && (
        <Group align="flex-start">
          <NewLinkCurrencies currencies={currencies} answers={answers} onAnswer={setAnswers} />
        </Group>
      )}
      {create.isError && <Problem error={create.error} />}
      <Buttons link={{ isPending: create.isPending, isPossible, run: link }} />
    </Stack>
  );
}

interface ButtonsProps {
  readonly link?: { readonly isPending: boolean; readonly isPossible: boolean; readonly run: () => void };
}

function Buttons({ link }: ButtonsProps) {
  const { go } = useConnectSearch();
  return (
    <Group>
      <Button variant="default" onClick={() => void go({ step: 'accounts' })}>
        Back
      </Button>
      {link !== undefined && (
        <Button disabled={!link.isPossible} loading={link.isPending} onClick={link.run}>
          Link them
        </Button>
      )}
      <Button variant="default" onClick={() => void go({ step: 'done' })}>
        Skip
      </Button>
    </Group>
  );
}

function keyOf({ type, id }: Target): string {
  return `${type}:${id}`;
}

function grouped(targets: readonly Target[]) {
  const groups = [...new Set(targets.map(groupOf))];
  return groups.map((group) => ({
    group: visibleText(group),
    items: targets
      .filter((target) => groupOf(target) === group)
      .map((target) => ({ value: keyOf(target), label: visibleText(target.name) })),
  }));
}

/** The budget, spreadsheet or database, and of which kind. */
function groupOf({ type, unit }: Target): string {
  return unit === null ? type : `${unit} (${type})`;
}

function alreadyLinked({ transfer_links_count: count }: FinancialAccount): string | undefined {
  if (count === '0') return undefined;
  return count === '1' ? 'It has a link already.' : `It has ${count} links already.`;
}
