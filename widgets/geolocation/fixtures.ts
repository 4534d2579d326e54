import { provide } from '#src/engine/react/services/services.ts';
import type { Fixture } from '../fixture.ts';
import { loadTileSet } from './service.ts';

const corner = { latitude: 53.5701, longitude: 9.952 };

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'place',
      type: 'geolocation',
      label: { de: 'Unfallort', en: 'Place of the accident' },
      help: {
        de: 'Eine Adresse reicht. Genauer wird es auf der Karte.',
        en: 'An address is enough. The map makes it more precise.',
      },
      required: true,
    },
    valid: [
      { ...corner, address: 'Lindenweg Ecke Stresemannallee, Hamburg' },
      corner,
      { ...corner, accuracy: 12 },
      { address: 'A 7, kurz vor dem Elbtunnel' },
      { latitude: -90, longitude: 180 },
    ],
    invalid: [
      { latitude: 53.5 },
      { accuracy: 12, address: 'Hier' },
      { latitude: 91, longitude: 9 },
      { latitude: 53, longitude: -181 },
      { latitude: 'viel', longitude: 9 },
      { ...corner, accuracy: -1 },
      { address: ' ' },
      { ...corner, street: 'x' },
      'Hamburg',
    ],
    typed: 'Lindenweg 14, Hamburg',
  },
];

export const services = [provide(loadTileSet, async () => null)];
