// Writes the outline that maps show beneath everything else: Germany and what lies around it, from
// Natural Earth's public domain borders as the npm package world-atlas packs them. Run it again
// after changing the frame.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

const target = 'widgets/geolocation/outline.json';
const frame = { west: -12, east: 34, south: 38, north: 64 };
/** Where the outline is as exact as its source; farther out every twentieth of a degree will do. */
const near = { west: 3, east: 18, south: 45, north: 57 };
const stepsPerDegree = 100;
const farStep = 5;
const fewestNumbers = 24; // smaller rings are islets, too small to show
const germany = 'Germany';

type Edge = { isInside: (point: Position) => boolean; cut: (a: Position, b: Position) => Position };

function edge(axis: 0 | 1, limit: number, sign: 1 | -1): Edge {
  const cut = (a: Position, b: Position): Position => {
    const share = (limit - (a[axis] ?? 0)) / ((b[axis] ?? 0) - (a[axis] ?? 0));
    const other = (a[1 - axis] ?? 0) + share * ((b[1 - axis] ?? 0) - (a[1 - axis] ?? 0));
    return axis === 0 ? [limit, other] : [other, limit];
  };
  return { isInside: (point) => sign * (point[axis] ?? 0) <= sign * limit, cut };
}

const edges = [
  edge(0, frame.east, 1),
  edge(0, frame.west, -1),
  edge(1, frame.north, 1),
  edge(1, frame.south, -1),
];

/** The part of a ring inside the frame (Sutherland and Hodgman). */
function clip(ring: Position[]): Position[] {
  return edges.reduce(
    (points, { isInside, cut }) =>
      points.flatMap((point, index) => {
        const before = points.at(index - 1) ?? point;
        if (isInside(point)) return isInside(before) ? [point] : [cut(before, point), point];
        return isInside(before) ? [cut(before, point)] : [];
      }),
    ring,
  );
}

/**
 * Latitude and longitude in hundredths of a degree, one after the other, without points that fall
 * together.
 */
function compactPath(ring: Position[]): number[] {
  const points = ring.map(([longitude = 0, latitude = 0]) => {
    const isNear =
      longitude > near.west &&
      longitude < near.east &&
      latitude > near.south &&
      latitude < near.north;
    const step = isNear ? 1 : farStep;
    const round = (degrees: number) => Math.round((degrees * stepsPerDegree) / step) * step;
    return [round(latitude), round(longitude)] as const;
  });
  return points
    .filter(
      ([latitude, longitude], index) =>
        latitude !== points[index - 1]?.[0] || longitude !== points[index - 1]?.[1],
    )
    .flat();
}

const atlas = JSON.parse(
  readFileSync('node_modules/world-atlas/countries-50m.json', 'utf8'),
) as Topology<{ countries: GeometryCollection<{ name: string }> }>;
const listRings = (isWanted: (name: string) => boolean): number[][] =>
  feature(atlas, atlas.objects.countries)
    .features.filter(({ properties }) => isWanted(properties.name))
    .flatMap(({ geometry }) =>
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [],
    )
    .map(([outer = []]) => compactPath(clip(outer)))
    .filter((ring) => ring.length >= fewestNumbers);

const outline = {
  stepsPerDegree,
  germany: listRings((name) => name === germany),
  around: listRings((name) => name !== germany),
};
writeFileSync(target, `${JSON.stringify(outline)}\n`);
