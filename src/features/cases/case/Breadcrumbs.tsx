import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { CaseSummary, Folder } from '#schemas/cases/cases.ts';
import { Clipped } from '#src/ui/Clipped.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { useCaseAddress } from '#src/features/cases/caseView.ts';

const Path = styled.nav`
  color: var(--muted);
  font-size: var(--text-sm);
  ol {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 0.35rem;
    align-items: center;
  }
  li + li::before {
    content: '›';
    margin-right: 0.35rem;
  }
  a {
    color: inherit;
    display: inline-block;
    padding: 0.3rem 0;
  }
`;

const nameLength = 30;
const tooltipFrom = 16; // longer names get a tooltip
const shownAtEnds = 2;
const shownWhole = 5;

/** Path from the case to the open folder. A long path shows its first two and last two parts. */
export function Breadcrumbs({ shown, path }: { shown: CaseSummary; path: readonly Folder[] }) {
  const intl = useIntl();
  const address = useCaseAddress();
  const crumbs = [{ id: undefined, name: shown.header }, ...path];
  const isLong = crumbs.length > shownWhole;
  const visible = isLong
    ? [...crumbs.slice(0, shownAtEnds), undefined, ...crumbs.slice(-shownAtEnds)]
    : crumbs;
  const hidden = crumbs
    .slice(shownAtEnds, -shownAtEnds)
    .map(({ name }) => name)
    .join(' › ');
  return (
    <Path aria-label={intl.formatMessage({ id: 'cases.path' })}>
      <ol>
        {visible.map((crumb, index) => {
          if (!crumb)
            return (
              <li key="…" title={hidden}>
                <span aria-hidden>…</span>
                <span className={visuallyHidden}>{hidden}</span>
              </li>
            );
          const { id, name } = crumb;
          const isLast = index === visible.length - 1;
          const text =
            id === undefined ? (
              <FormattedMessage id="cases.case" />
            ) : (
              <Clipped text={name} length={nameLength} tooltipFrom={tooltipFrom} />
            );
          return (
            <li key={id ?? ''}>
              {isLast ? (
                <span aria-current="page">{text}</span>
              ) : (
                <Link to={address(shown, { folder: id })}>{text}</Link>
              )}
            </li>
          );
        })}
      </ol>
    </Path>
  );
}
