import type { Fixture } from '../fixture.ts';

const uploaded = {
  entityId: 'kUn4yQ2mT7wXsBv9',
  name: 'profil.jpg',
  extension: 'jpg',
  size: 48_200,
};

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'picture',
      type: 'picture',
      label: { de: 'Profilbild', en: 'Profile picture' },
      help: {
        de: 'Ihre Kanzlei sieht das Bild neben Ihren Nachrichten.',
        en: 'Your law firm sees the picture beside your messages.',
      },
    },
    valid: [uploaded],
    invalid: ['profil.jpg', { ...uploaded, entityId: '../x' }],
  },
];
