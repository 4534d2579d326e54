import type { Meta } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { getLegalText } from '#schemas/accounts/legalTexts.ts';
import { ActivateWithAppPage } from '#src/features/access/notices/ActivateWithAppPage.tsx';
import { ForbiddenPage } from '#src/features/access/notices/ForbiddenPage.tsx';
import { MobileNoticePage } from '#src/features/access/notices/MobileNoticePage.tsx';
import { WaitingPage } from '#src/features/access/notices/WaitingPage.tsx';
import { LegalPage } from '#src/features/accounts/legal/LegalPage.tsx';
import { BusinessPage } from '#src/features/portal/home/BusinessPage.tsx';
import { matchRoute } from '#src/routing/routes.ts';
import { responds, rejects } from '../support/mockApi.ts';
import { portalMeta, type Story, language, route, page } from './portalStory.tsx';

/** Legal texts and pages that only inform. */
const meta = {
  title: 'Screens/Notices',
  ...portalMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

const legal = (name: string) => matchRoute({ pathname: `/legal/${name}`, search: '' });
/** Each text has one link. */
export const LegalNotice: Story = {
  ...page(
    () => <LegalPage languageChoice={language} notFound={null} route={legal('imprint')} />,
    responds(getLegalText, {
      text: '## Behrens & Lindqvist\n\nAlte Werft 21, 20457 Hamburg',
      accountName: 'Behrens & Lindqvist',
    }),
  ),
  play: async ({ canvas }) => {
    for (const name of ['Impressum', 'Datenschutz', 'Nutzungsbedingungen', 'Barrierefreiheit'])
      await expect(await canvas.findAllByRole('link', { name })).toHaveLength(1);
  },
};
export const LegalNoticeFailed = page(
  () => <LegalPage languageChoice={language} notFound={null} route={legal('privacy')} />,
  rejects(getLegalText, 'tooManyRequests', 'Bitte warten Sie einen Moment.'),
);
export const BusinessWelcome = page(() => <BusinessPage languageChoice={language} />);
export const Forbidden = page(() => <ForbiddenPage languageChoice={language} route={route} />);
export const Waiting = page(() => <WaitingPage languageChoice={language} />);
export const MobileNotice = page(() => <MobileNoticePage languageChoice={language} />);
export const ActivateWithApp = page(() => <ActivateWithAppPage languageChoice={language} />);
