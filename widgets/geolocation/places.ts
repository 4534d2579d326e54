/** Towns to find one's way by on the outline, largest first: name, latitude, longitude, and the zoom from which they are named. */
export const places: readonly (readonly [name: string, latitude: number, longitude: number, fromZoom: number])[] = [
  ['Berlin', 52.52, 13.405, 4], ['Hamburg', 53.551, 9.994, 4], ['München', 48.137, 11.575, 4], ['Köln', 50.938, 6.96, 5], ['Frankfurt', 50.111, 8.682, 4],
  ['Stuttgart', 48.776, 9.183, 6], ['Düsseldorf', 51.226, 6.774, 7], ['Leipzig', 51.34, 12.375, 6], ['Dortmund', 51.514, 7.465, 6], ['Bremen', 53.079, 8.802, 6],
  ['Dresden', 51.05, 13.737, 6], ['Hannover', 52.376, 9.732, 5], ['Nürnberg', 49.452, 11.077, 6], ['Mannheim', 49.488, 8.467, 7], ['Karlsruhe', 49.007, 8.404, 7],
  ['Münster', 51.961, 7.626, 7], ['Augsburg', 48.371, 10.898, 7], ['Kiel', 54.323, 10.123, 6], ['Lübeck', 53.866, 10.687, 7], ['Rostock', 54.092, 12.099, 6],
  ['Magdeburg', 52.121, 11.628, 6], ['Erfurt', 50.985, 11.03, 6], ['Kassel', 51.313, 9.48, 6], ['Saarbrücken', 49.24, 6.997, 6], ['Freiburg', 47.999, 7.842, 6],
  ['Mainz', 49.993, 8.247, 7], ['Wiesbaden', 50.078, 8.24, 8], ['Potsdam', 52.396, 13.058, 8], ['Schwerin', 53.629, 11.415, 7], ['Regensburg', 49.013, 12.101, 7],
  ['Würzburg', 49.791, 9.953, 7], ['Ulm', 48.401, 9.988, 7], ['Trier', 49.757, 6.641, 7], ['Göttingen', 51.541, 9.916, 7], ['Oldenburg', 53.144, 8.214, 7],
  ['Flensburg', 54.793, 9.447, 7], ['Cottbus', 51.757, 14.333, 7], ['Chemnitz', 50.828, 12.921, 7], ['Konstanz', 47.677, 9.173, 8], ['Passau', 48.574, 13.461, 8],
  ['København', 55.676, 12.568, 5], ['Amsterdam', 52.368, 4.904, 5], ['Bruxelles', 50.85, 4.352, 6], ['Luxembourg', 49.612, 6.13, 6], ['Strasbourg', 48.573, 7.752, 7],
  ['Zürich', 47.377, 8.541, 5], ['Innsbruck', 47.269, 11.404, 6], ['Salzburg', 47.81, 13.055, 6], ['Wien', 48.208, 16.372, 5], ['Praha', 50.075, 14.437, 5],
  ['Szczecin', 53.429, 14.553, 6], ['Poznań', 52.406, 16.925, 6], ['Wrocław', 51.108, 17.039, 6],
];

/** The town that an address names, if it is one of these: where a map of it can begin. It is no answer to where the place is. */
export function townIn(address: string): (typeof places)[number] | undefined {
  const words = new Set(address.toLowerCase().split(/[^\p{L}]+/u));
  return places.find(([name]) => words.has(name.toLowerCase()));
}
