import { locales } from '#schemas/common.ts';
import type { Reader } from '#src/engine/core/element.ts';
import { positionOf, type Place } from './place.ts';

/** Where a place is on earth: 53,5701° Nord, 9,9520° Ost, auf 12 Meter genau. */
export function coordinatesInWords(value: unknown, { language, text }: Reader): string | undefined {
  const position = positionOf(value);
  if (!position) return undefined;
  const degrees = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: 4,
    maximumFractionDigits: 6,
  });
  const { accuracy } = value as Place; // it has a position
  return text(accuracy === undefined ? 'geolocation.at' : 'geolocation.atWithin', {
    latitude: degrees.format(Math.abs(position.latitude)),
    longitude: degrees.format(Math.abs(position.longitude)),
    metres: accuracy ?? 0,
    north: position.latitude < 0 ? 'south' : 'north',
    east: position.longitude < 0 ? 'west' : 'east',
  });
}
