import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import type { BusinessForm } from '#schemas/forms/businessForms.ts';
import { useDay } from '#src/locale/useMoment.ts';
import { CheckCircle, LockSimple } from '#src/ui/icons.ts';
import { NotePencil, Prohibit } from '#src/ui/portalIcons.ts';

const Facts = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2) var(--s-3);
  align-items: center;
  color: var(--muted);
  font-size: var(--text-sm);
  > span[data-badge] {
    display: inline-flex;
    gap: 0.35em;
    align-items: center;
    padding: 0.15rem 0.55rem;
    border-radius: var(--r-sm);
    background: var(--sunken);
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: var(--fw-strong);
  }
  > span[data-badge='published'] {
    background: var(--success-tint);
    color: var(--success-text);
  }
  > span[data-badge='news'] {
    background: var(--warn-tint);
    color: var(--warn-text);
  }
`;

export const stateTexts = {
  published: 'businessForms.state.published',
  draft: 'businessForms.state.draft',
  withdrawn: 'businessForms.state.withdrawn',
} as const;
const icons = { published: CheckCircle, draft: NotePencil, withdrawn: Prohibit } as const;

/** Facts of a form: published or not, revision, PIN and links. */
export function FormFacts({
  form: { state, revision, publishedAt, isDraftNewer, isPinProtected, isClosed },
}: {
  form: BusinessForm;
}) {
  const day = useDay();
  const Icon = icons[state];
  return (
    <Facts>
      <span data-badge={state}>
        <Icon size={14} aria-hidden />
        <FormattedMessage id={stateTexts[state]} />
      </span>
      {isClosed && (
        <span data-badge="closed">
          <Prohibit size={14} aria-hidden />
          <FormattedMessage id="businessForms.isClosed" />
        </span>
      )}
      {isPinProtected && (
        <span data-badge="pin">
          <LockSimple size={14} aria-hidden />
          <FormattedMessage id="businessForms.isPinProtected" />
        </span>
      )}
      {isDraftNewer && (
        <span data-badge="news">
          <NotePencil size={14} aria-hidden />
          <FormattedMessage id="businessForms.isDraftNewer" />
        </span>
      )}
      <span>
        {revision === null || publishedAt === null ? (
          <FormattedMessage id="businessForms.revision.none" />
        ) : (
          <FormattedMessage
            id="businessForms.revision"
            values={{
              number: revision,
              day: day(publishedAt),
            }}
          />
        )}
      </span>
    </Facts>
  );
}
