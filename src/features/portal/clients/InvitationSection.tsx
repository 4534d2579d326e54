import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import type { AccessState, ProviderUser } from '#schemas/access/clients.ts';
import { useDay, useMoment } from '#src/locale/useMoment.ts';
import { Button } from '#src/ui/Button.tsx';
import { Check, PaperPlaneTilt } from '#src/ui/icons.ts';
import type { Deeds } from './useDeeds.ts';

const Steps = styled.ol`
  display: grid;
  margin-block: var(--s-1) var(--s-2);
  list-style: none;
  counter-reset: step;
  li {
    position: relative;
    display: grid;
    grid-template-columns: 1.75rem minmax(0, 1fr);
    gap: 0 var(--s-3);
    padding-bottom: var(--s-3);
    counter-increment: step;
    line-height: 1.4;
  }
  li:not(:last-child)::before {
    content: '';
    position: absolute;
    inset: 1.75rem auto 0 0.85rem;
    border-left: 2px solid var(--border-strong);
  }
  li[data-done]:not(:last-child)::before {
    border-color: var(--accent-edge);
  }
  li > span:first-child {
    display: grid;
    grid-row: span 2;
    place-items: center;
    width: 1.75rem;
    height: 1.75rem;
    border: 1px solid var(--border-strong);
    border-radius: var(--r-full);
    background: var(--sunken);
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: var(--fw-strong);
  }
  li:not([data-done]) > span:first-child::before {
    content: counter(step);
  }
  li[data-done] > span:first-child {
    border-color: var(--accent-edge);
    color: var(--accent-text);
  }
  li[aria-current] > span:first-child {
    border-color: var(--accent-edge);
    background: var(--accent);
    color: var(--on-accent);
  }
  li[data-late] > span:first-child {
    border-color: var(--warn-line);
    background: var(--warn-tint);
    color: var(--warn-text);
  }
  li[aria-current] > span:nth-child(2) {
    font-weight: var(--fw-strong);
  }
  li > span:nth-child(2) {
    align-self: center;
  }
  small {
    grid-column: 2;
    color: var(--muted);
    font-size: var(--text-xs);
    overflow-wrap: anywhere;
  }
`;

type Step = {
  name: 'created' | 'mailed' | 'valid' | 'active';
  isDone: boolean;
  isLate?: boolean;
  detail?: string | undefined;
};

const stepTexts = {
  created: 'clients.step.created',
  mailed: 'clients.step.mailed',
  valid: 'clients.step.valid',
  active: 'clients.state.active',
} as const satisfies Record<Step['name'], string>;

/** Returns the steps from a new client to one who has registered. */
function useSteps({
  accessState,
  email,
  createdAt,
  invitation,
  registeredAt,
}: ProviderUser): Step[] {
  const moment = useMoment();
  const day = useDay();
  const isActive = accessState === 'active';
  const isLate = accessState === 'expired';
  const valid: Step = {
    name: 'valid',
    isDone: false,
    isLate,
    detail: invitation ? day(invitation.validUntil) : undefined,
  };
  return [
    { name: 'created', isDone: true, detail: moment(createdAt) },
    {
      name: 'mailed',
      isDone: isActive || invitation !== null,
      detail: invitation ? `${moment(invitation.createdAt)} · ${email}` : undefined,
    },
    ...(isActive ? [] : [valid]),
    {
      name: 'active',
      isDone: isActive,
      detail: isActive && registeredAt !== null ? moment(registeredAt) : undefined,
    },
  ];
}

function StepItem({ step, isCurrent }: { step: Step; isCurrent: boolean }) {
  const { name, isDone, isLate = false, detail } = step;
  return (
    <li
      data-done={isDone ? '' : undefined}
      data-late={isLate ? '' : undefined}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <span>{isDone && <Check size={16} aria-hidden />}</span>
      <span>
        <FormattedMessage id={isLate ? 'clients.step.expired' : stepTexts[name]} />
      </span>
      {detail !== undefined && <small>{detail}</small>}
    </li>
  );
}

const canInvite: readonly AccessState[] = ['none', 'invited', 'expired', 'ended'];

const inviteLabel = (state: AccessState) => {
  if (state === 'none') return 'clients.invite';
  return state === 'ended' ? 'clients.inviteAgain' : 'clients.sendAgain';
};

type InvitationSectionProps = { client: ProviderUser; deeds: Deeds; mayChange: boolean };

/** How far a client is on the way to their login, and the deeds that help. */
export function InvitationSection({ client, deeds, mayChange }: InvitationSectionProps) {
  const { accessState, invitation } = client;
  const steps = useSteps(client);
  const current = steps.find(({ isDone }) => !isDone);
  const isEnded = accessState === 'ended';
  const isOpen = accessState === 'invited' || (isEnded && invitation !== null);
  return (
    <section>
      <h3>
        <FormattedMessage id="clients.invitation" />
      </h3>
      {isEnded ? (
        <p>
          <FormattedMessage id={invitation ? 'clients.invitedBack' : 'clients.endedText'} />
        </p>
      ) : (
        <Steps>
          {steps.map((step) => (
            <StepItem key={step.name} step={step} isCurrent={step === current} />
          ))}
        </Steps>
      )}
      {mayChange && canInvite.includes(accessState) && (
        <Button
          icon={<PaperPlaneTilt size={20} aria-hidden />}
          isBusy={deeds.isBusy}
          onClick={() => void deeds.invite()}
        >
          <FormattedMessage id={inviteLabel(accessState)} />
        </Button>
      )}
      {mayChange && isOpen && (
        <Button
          variant="ghost"
          data-danger
          isBusy={deeds.isBusy}
          onClick={() => void deeds.revoke()}
        >
          <FormattedMessage id="clients.revoke" />
        </Button>
      )}
    </section>
  );
}
