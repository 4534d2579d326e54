import { css } from '@linaria/core';
import { useIntl } from 'react-intl';
import { paths } from '#src/routing/paths.ts';
import { PortalMark } from '#src/ui/PortalMark.tsx';
import { PageLink } from './PageLink.tsx';

const plain = css`
  display: inline-flex;
  min-width: 0;
  color: inherit;
  text-decoration: none;
`;

/** The portal's logo as a link to the start page. */
export function HomeMark() {
  const intl = useIntl();
  return (
    <PageLink className={plain} to={paths.base()}>
      <PortalMark name={intl.formatMessage({ id: 'app.name' })} />
    </PageLink>
  );
}
