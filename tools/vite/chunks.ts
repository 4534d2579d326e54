import { largeTypes } from '../../widgets/largeTypes.ts';

const large = largeTypes.join('|');
/** Parts of a form page. Their dependencies come into the same file. */
const formParts = new RegExp(
  '/(?:serverRender/loadFirstPage\\.ts|assistants/ExternalFormPage\\.tsx|' +
    `widgets/(?!(?:${large})/)\\w+/\\w+View\\.tsx)$`,
);

/**
 * Each file costs a round trip: one for what every page starts with, one for forms, one for the
 * views of large element types, one for the portal with its login, one for what its screens share.
 */
export const chunks = {
  groups: [
    { name: 'initial', tags: ['$initial' as const], priority: 3 },
    { name: 'form', test: formParts, priority: 2 },
    {
      name: 'largeViews',
      test: new RegExp(`/widgets/(?:${large})/\\w+View\\.tsx$`),
      priority: 1,
    },
    {
      name: 'portal',
      test: /\/(?:app\/PortalApp|login\/LoginPage|credentials\/ForgotPage)\.tsx$/,
      priority: 1,
    },
    {
      name: 'screens',
      // codes of QR pictures and passkeys are for a few pages
      test: /\/(?:src\/(?!ui\/QrCode|device\/passkeys)(?:api|brands|device|features|forms|routing|ui)|schemas)\//,
      minShareCount: 3,
    },
  ],
};
