import { styled } from '@linaria/react';
import { Fragment } from 'react';
import { FormattedMessage } from 'react-intl';

const List = styled.dl`
  display: grid;
  grid-template-columns: fit-content(50%) minmax(0, 1fr);
  gap: 0.5rem 1.25rem;
  font-size: var(--text-sm);
  dt {
    color: var(--muted);
  }
  dd {
    font-weight: var(--fw-medium);
    text-align: right;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums lining-nums;
  }
`;

const labels = {
  reference: 'cases.fact.reference',
  shortName: 'cases.fact.shortName',
  created: 'cases.fact.created',
  createdBy: 'cases.fact.createdBy',
  lastMessage: 'cases.fact.lastMessage',
  folders: 'cases.fact.folders',
  unread: 'cases.fact.unread',
  unreadInFolders: 'cases.fact.unreadInFolders',
} as const;

/** Facts of a case as a description list. Skips empty values. */
export function CaseFacts({
  facts,
}: {
  facts: Partial<Record<keyof typeof labels, string | number | undefined>>;
}) {
  const names = (Object.keys(labels) as (keyof typeof labels)[]).filter(
    (name) => facts[name] !== undefined && facts[name] !== '',
  );
  return (
    <List>
      {names.map((name) => (
        <Fragment key={name}>
          <dt>
            <FormattedMessage id={labels[name]} />
          </dt>
          <dd>{facts[name]}</dd>
        </Fragment>
      ))}
    </List>
  );
}
