import { Frame } from './Frame.ts';
import { Navigation } from './Navigation.ts';
import { PageSkeleton } from './PageSkeleton.tsx';

/**
 * Frame of a page after the login before its scripts run. It has no entries and no logo, which
 * depend on the user and on the brand.
 */
export const ShellSkeleton = ({ isCase }: { isCase: boolean }) => (
  <Frame data-deep={isCase ? '' : undefined}>
    <Navigation data-bar aria-hidden>
      <span data-mark>
        <i />
      </span>
      <i />
      <i />
      <i />
    </Navigation>
    <div>
      <PageSkeleton />
    </div>
  </Frame>
);
