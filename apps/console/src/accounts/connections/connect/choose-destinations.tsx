import { Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import type { FinancialAccount, FinancialConnection, TransferLink } from '@tributary/client';
import { useState } from 'react';
import { useTargets, type Target } from '../../../api/destinations';
import { visibleText } from '../../../elements/bank-text';
import { useChange } from '../../../elements/changes/use-change';
import { Nothing } from '../../../elements/nothing';
import { Problem } from '../../../elements/problems/problem';
import { allOf } from '../../../api/reading';
import { QueryState } from '../../../elements/queries/query-state';
import { ScreenButton, ScreenLink } from '../../../elements/screen-link';
import { currenciesOf, currencyMembers, NO_ANSWERS, type LinkEnds } from '../../../links/link-currencies';
import { sentFrom } from '../../../links/link-settings';
import { NewLinkCurrencies } from '../../../links/on-other-currency';
import { useAllLinks } from '../../../links/use-all-links';
import { accountName } from '../../account-words';
import { useAccountsOf } from './found-accounts';
import { useConnectSearch } from './use-connect-search';

const NO_LINKS: readonly TransferLink[] = [];

/** Chooses the target of each account, or none. */
export function ChooseDestinations({ connection }: { readonly connection: FinancialConnection }) {
  const read = allOf(useAccountsOf(connection.id), useTargets());
  return (
    <QueryState query={read} rows={4}>
      {([{ data: accounts }, { targets }]) => (
        <Stack>
          <Title order={2} size="h4">
            Where to send them
          </Title>
          {targets.length === 0 ? <NoTargets /> : <Links accounts={accounts} targets={targets} />}
        </Stack>
      )}
    </QueryState>
  );
}

function NoTargets() {
  return (
    <>
      <Nothing
        title="No destination is connected yet"
        action={
          <ScreenButton to="/destinations" variant="default">
            Connect a destination
          </ScreenButton>
        }
      >
        A budget, spreadsheet or workspace gets the transactions once it is connected. This can also be done
        later.
      </Nothing>
      <Buttons />
    </>
  );
}

interface LinksProps {
  readonly accounts: readonly FinancialAccount[];
  readonly targets: readonly Target[];
}

/** Values by the id of an account: the key of its target, or the reason why it could not be linked. */
type ByAccount = Readonly<Record<string, string>>;

function Links({ accounts, targets }: LinksProps) {
  const [chosen, setChosen] = useState<ByAccount>({});
  const [from, setFrom] = useState('');
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const links = useAllLinks().data?.links ?? NO_LINKS;
  const wanted = Object.entries(chosen).flatMap(([accountId, key]) => linkTo(accountId, targets, key));
  const known = { accounts, targets, links };
  const currencies = currenciesOf(wanted, known, answers);
  const { create, refused } = useLinking(wanted, setChosen);
  const isPossible = wanted.length > 0 && (currencies.differing.length === 0 || answers.rule !== null);
  const link = () => {
    const newLinks = wanted.map((one) => ({
      ...one,
      ...sentFrom(from),
      ...currencyMembers(one, known, answers, currencies),
    }));
    create.mutate({ body: { transfer_links: newLinks } });
  };
  return (
    <Stack>
      <Text size="sm">
        Each account can be sent to one target here. More, and rules for them, under{' '}
        <ScreenLink to="/links">Links</ScreenLink>.
      </Text>
      <TargetChoices
        accounts={accounts}
        targets={targets}
        chosen={chosen}
        onChange={setChosen}
        errors={refused}
      />
      <TextInput
        type="date"
        maw={260}
        label="Send transactions from"
        description="Empty: the whole history."
        value={from}
        onChange={({ currentTarget: { value } }) => setFrom(value)}
      />
      {wanted.length > 0 && (
        <Group align="flex-start">
          <NewLinkCurrencies currencies={currencies} answers={answers} onAnswer={setAnswers} />
        </Group>
      )}
      {create.isError && <Problem error={create.error} />}
      <Buttons link={{ isPending: create.isPending, isPossible, run: link }} />
    </Stack>
  );
}

function linkTo(accountId: string, targets: readonly Target[], key: string): LinkEnds[] {
  const target = targets.find((one) => keyOf(one) === key);
  if (target === undefined) return [];
  return [{ financial_account_id: accountId, destination_type: target.type, destination_id: target.id }];
}

/** Creates the links and opens the next step. Accounts that could not be linked stay chosen, with the reason. */
function useLinking(
  wanted: readonly LinkEnds[],
  setChosen: (change: (before: ByAccount) => ByAccount) => void,
) {
  const { changeSearch } = useConnectSearch();
  const [refused, setRefused] = useState<ByAccount>({});
  const create = useChange('post', '/transfer-links/bulk', {
    done: ({ data: { results } }) => {
      const made = results.filter(({ success }) => success).length;
      return made === 1 ? 'One account is linked' : `${made} accounts are linked`;
    },
    isErrorShown: true,
    onSuccess: ({ data: { results } }) => {
      const failures = wanted.flatMap(({ financial_account_id: id }, index) => {
        const result = results[index];
        return result === undefined || result.success ? [] : [[id, result.message] as const];
      });
      const reasons: ByAccount = Object.fromEntries(failures);
      setRefused(reasons);
      setChosen((before) => Object.fromEntries(Object.entries(before).filter(([id]) => id in reasons)));
      return failures.length === 0 ? changeSearch({ step: 'done' }) : undefined;
    },
  });
  return { create, refused };
}

interface TargetChoicesProps extends LinksProps {
  readonly chosen: ByAccount;
  readonly onChange: (change: (before: ByAccount) => ByAccount) => void;
  readonly errors: ByAccount;
}

function TargetChoices({ accounts, targets, chosen, onChange, errors }: TargetChoicesProps) {
  return accounts.map((account) => (
    <Select
      key={account.id}
      maw={420}
      label={visibleText(accountName(account))}
      description={alreadyLinked(account)}
      placeholder="Do not send"
      data={grouped(targets)}
      value={chosen[account.id] ?? null}
      onChange={(key) =>
        onChange(({ [account.id]: _before, ...others }) =>
          key === null ? others : { ...others, [account.id]: key },
        )
      }
      error={errors[account.id]}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Do not send ${accountName(account)}` }}
    />
  ));
}

interface ButtonsProps {
  readonly link?: { readonly isPending: boolean; readonly isPossible: boolean; readonly run: () => void };
}

function Buttons({ link }: ButtonsProps) {
  const { changeSearch } = useConnectSearch();
  return (
    <Group>
      <Button variant="default" onClick={() => void changeSearch({ step: 'accounts' })}>
        Back
      </Button>
      {link !== undefined && (
        <Button disabled={!link.isPossible} loading={link.isPending} onClick={link.run}>
          Link them
        </Button>
      )}
      <Button variant="default" onClick={() => void changeSearch({ step: 'done' })}>
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

/** The budget, spreadsheet or database of a target, with its kind. */
function groupOf({ type, unit }: Target): string {
  return unit === null ? type : `${unit} (${type})`;
}

function alreadyLinked({ transfer_links_count: count }: FinancialAccount): string | undefined {
  if (count === '0') return undefined;
  return count === '1' ? 'It has a link already.' : `It has ${count} links already.`;
}
