import { css } from '@linaria/core';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AccessState, ProviderUser } from '#schemas/access/clients.ts';
import { useDay } from '#src/locale/useMoment.ts';
import { useShortDate } from '#src/locale/useShortDate.ts';
import { Check, PaperPlaneTilt } from '#src/ui/icons.ts';
import { ClockCountdown, Minus, Prohibit, SignOut } from '#src/ui/portalIcons.ts';

const badge = css`
  display: inline-flex;
  gap: 0.35rem;
  align-items: center;
  padding: 0.1rem 0.5rem;
  border-radius: var(--r-sm);
  background: var(--sunken);
  color: var(--muted);
  font-size: var(--text-xs);
  font-weight: var(--fw-strong);
  line-height: 1.5;
  white-space: nowrap;
  &[data-state='active'] {
    background: var(--success-tint);
    color: var(--success-text);
  }
  &[data-state='invited'] {
    background: var(--accent-tint-2);
    color: var(--accent-text);
  }
  &[data-state='expired'] {
    background: var(--warn-tint);
    color: var(--warn-text);
  }
  &[data-state='disabled'] {
    background: var(--danger-tint);
    color: var(--danger-text);
  }
`;

const icons = {
  none: Minus,
  invited: PaperPlaneTilt,
  expired: ClockCountdown,
  active: Check,
  disabled: Prohibit,
  ended: SignOut,
} as const satisfies Record<AccessState, unknown>;

const texts = {
  none: 'clients.state.none',
  invited: 'clients.state.invited',
  expired: 'clients.state.expired',
  active: 'clients.state.active',
  disabled: 'clients.state.disabled',
  ended: 'clients.state.ended',
} as const satisfies Record<AccessState, string>;

/** The state of a client's access. */
export function AccessBadge({ state }: { state: AccessState }) {
  const Icon = icons[state];
  return (
    <span className={badge} data-state={state}>
      <Icon size={16} aria-hidden />
      <FormattedMessage id={texts[state]} />
    </span>
  );
}

/** Returns a function that says more of a client's access: since when, or until when. */
export function useAccessText(): (client: ProviderUser) => string {
  const intl = useIntl();
  const day = useDay();
  const shortDate = useShortDate();
  return ({ accessState, invitation, lastSeenDate, registeredAt, endedDate }) => {
    switch (accessState) {
      case 'active':
        return lastSeenDate === null
          ? registeredAt === null
            ? ''
            : intl.formatMessage({ id: 'clients.registered' }, { date: day(registeredAt) })
          : intl.formatMessage({ id: 'clients.lastSeen' }, { date: shortDate(lastSeenDate) });
      case 'invited':
      case 'expired':
        return invitation === null
          ? ''
          : intl.formatMessage(
              { id: accessState === 'invited' ? 'clients.validUntil' : 'clients.expiredOn' },
              { date: day(invitation.validUntil) },
            );
      case 'ended':
        return endedDate === null
          ? ''
          : intl.formatMessage({ id: 'clients.endedOn' }, { date: day(endedDate) });
      case 'none':
        return intl.formatMessage({ id: 'clients.notInvited' });
      case 'disabled':
        return intl.formatMessage({ id: 'clients.cannotLogIn' });
    }
  };
}
