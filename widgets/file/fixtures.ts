import type { Fixture } from '../fixture.ts';

const photo = {
  entityId: 'A1b2C3d4E5f6G7h8',
  name: 'stossstange-hinten.jpg',
  extension: 'jpg',
  size: 2_516_582,
};

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'photos',
      type: 'file',
      label: { de: 'Fotos und Unterlagen', en: 'Photos and documents' },
      help: 'PDF, Bilder oder Office-Dateien.',
      maxFiles: 2,
    },
    valid: [[photo], [{ entityId: photo.entityId, name: photo.name, extension: 'jpg' }]],
    invalid: [
      ['1', '2', '3'].map((id) => ({ ...photo, entityId: photo.entityId + id })),
      [{ name: 'a.pdf' }],
      'a.pdf',
    ],
  },
];
