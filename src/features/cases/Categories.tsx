import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Clipped } from '#src/ui/Clipped.tsx';

const List = styled.ul`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  gap: 0.3rem;
  align-items: center;
  margin-top: 0.4rem;
  font-size: var(--text-xs);
  > li {
    padding: 0.02rem 0.45rem;
    border: 1px solid var(--border);
    border-radius: var(--r-full);
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  > li:has(button) {
    padding: 0;
    border: 0;
  }
  button {
    position: relative;
    z-index: 1;
    min-width: 1.75rem;
    min-height: 1.5rem;
    padding: 0 0.45rem;
    border: 1px solid var(--border-strong);
    border-radius: var(--r-full);
    background: var(--raised);
    color: var(--text);
    font-weight: var(--fw-medium);
  }
`;

const shownAtFirst = 8;
const nameLength = 25;

/** Categories of a case. Shows eight; a button shows the rest. */
export function Categories({ categories }: { categories: readonly string[] }) {
  const intl = useIntl();
  const [isWhole, setIsWhole] = useState(false);
  if (categories.length === 0) return null;
  const more = categories.length - shownAtFirst;
  return (
    <List aria-label={intl.formatMessage({ id: 'cases.categories' })}>
      {(isWhole ? categories : categories.slice(0, shownAtFirst)).map((category, index) => (
        <li key={index}>
          <Clipped text={category} length={nameLength} />
        </li>
      ))}
      {more > 0 && !isWhole && (
        <li>
          <button
            type="button"
            aria-label={intl.formatMessage({ id: 'cases.categories.more.label' }, { count: more })}
            onClick={() => setIsWhole(true)}
          >
            <FormattedMessage id="cases.categories.more" values={{ count: more }} />
          </button>
        </li>
      )}
    </List>
  );
}
