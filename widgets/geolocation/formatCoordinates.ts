import { locales } from '#schemas/platform/common.ts';
import type { DisplayContext } from '#src/engine/core/element.ts';
import { readPosition, type GeoLocation } from './geoLocation.ts';

/** Formats coordinates as text: 53,5701° Nord, 9,9520° Ost, auf 12 Meter genau. */
export function formatCoordinates(
  value: unknown,
  { language, text }: DisplayContext,
): string | undefined {
  const position = readPosition(value);
  if (!position) return undefined;
  const degrees = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: 4,
    maximumFractionDigits: 6,
  });
  const { accuracy } = value as GeoLocation; // has a position
  return text(accuracy === undefined ? 'geolocation.at' : 'geolocation.atWithin', {
    latitude: degrees.format(Math.abs(position.latitude)),
    longitude: degrees.format(Math.abs(position.longitude)),
    metres: accuracy ?? 0,
    north: position.latitude < 0 ? 'south' : 'north',
    east: position.longitude < 0 ? 'west' : 'east',
  });
}
