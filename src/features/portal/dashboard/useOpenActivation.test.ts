// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Account } from '#schemas/accounts/accounts.ts';
import { useOpenActivation } from './useOpenActivation.ts';

const locked = (id: string): Account => ({
  id,
  name: id,
  uniqueAccountKey: id,
  address: { street: '', postalCode: '', city: '' },
  phone: '',
  fax: '',
  website: '',
  mainColor: '',
  secondaryColor: '',
  primaryLogoUrl: null,
  secondaryLogoUrl: null,
  isActivated: false,
  endedDate: null,
  isInvitedAgain: false,
  isDashboardDisabled: false,
  esyThingAgb: '## Terms',
  esyThingDatenschutz: null,
  statementHashes: {},
  assistants: [],
  totalUnreadMessage: 0,
  categories: [],
  caseCount: 0,
  feedbackUrl: null,
  autoResponderSetting: { isActivated: false, message: '' },
});
const [first, second, third] = [locked('first'), locked('second'), locked('third')];
const activated = (account: Account): Account => ({ ...account, isActivated: true });

/** Returns the open account, marked when the address asked for it. */
function shown(asked?: string) {
  const { result, rerender } = renderHook(({ accounts }) => useOpenActivation(accounts, asked), {
    initialProps: { accounts: [first, second, third] },
  });
  return {
    rerender: (...accounts: Account[]) => rerender({ accounts }),
    choose: (account: Account) => act(() => result.current(account).onOpen()),
    open: () =>
      [first, second, third]
        .filter((account) => result.current(account).isOpen)
        .map((account) => `${account.id}${result.current(account).isWanted ? '!' : ''}`),
  };
}

it('The first locked account opens, or the one in the address', () => {
  expect(shown().open()).toEqual(['first']);
  expect(shown('second').open()).toEqual(['second!']);
});

it('A chosen account opens, and the next one once that is activated', () => {
  const { choose, open, rerender } = shown();
  choose(second);
  expect(open()).toEqual(['second!']);
  rerender(first, activated(second), third);
  expect(open()).toEqual(['first']);
  rerender(activated(first), activated(second), third);
  expect(open()).toEqual(['third']);
});
