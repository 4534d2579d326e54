import { css } from '@linaria/core';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '#src/routing/paths.ts';
import { PortalMark } from '#src/ui/PortalMark.tsx';

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
    <Link className={plain} to={paths.base()}>
      <PortalMark name={intl.formatMessage({ id: 'app.name' })} />
    </Link>
  );
}
