import * as Type from 'typebox';
import { cleanParts } from '#schemas/platform/typedText.ts';
import { isBlank } from '#src/engine/core/values/isBlank.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { GeoLocation } from './geoLocation.ts';
import { formatCoordinates } from './formatCoordinates.ts';

/** An object without parts is no answer; other values are rejected. */
const isEmptyLocation = (value: unknown): boolean =>
  isBlank(value) ||
  (typeof value === 'object' &&
    value !== null &&
    Object.keys(GeoLocation.properties).every((part) =>
      isBlank((value as Record<string, unknown>)[part]),
    ));

/** A location: the device's position, a pin on a map, coordinates or an address. */
export const geolocation = defineElement({
  type: 'geolocation',
  frame: 'group',
  config: Type.Object({}),
  value: GeoLocation,
  isEmpty: isEmptyLocation,
  clean: (value) => cleanParts(value, { address: 'line' }),
  check: ({ latitude, longitude, accuracy }) => {
    if ((latitude === undefined) !== (longitude === undefined)) return { rule: 'half' };
    return accuracy !== undefined && latitude === undefined ? { rule: 'half' } : undefined;
  },
  // Coordinates need scripts. The address of an earlier answer with coordinates replaces them.
  parsePosted: ({ read }) => {
    const address = read('address');
    return address.trim() === '' ? undefined : { address };
  },
  formatAnswer: (place, _, reader) =>
    [place.address, formatCoordinates(place, reader)].filter(Boolean).join('\n'),
  texts: {
    required: 'geolocation.error.required',
    type: 'geolocation.error.coordinates',
    minimum: 'geolocation.error.coordinates',
    maximum: 'geolocation.error.coordinates',
    half: 'geolocation.error.half',
  },
  view: () => import('./GeolocationView.tsx'),
});
