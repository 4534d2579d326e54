/**
 * Something that elements need of the world around their form, such as a list from the server. A type that needs one
 * declares it in its own folder; whoever shows the form provides it.
 */
export type Service<Shape> = {
  readonly name: string;
  /** Never there: it only carries the shape. */ readonly shape?: Shape;
};

/** Declares a service; the name is for developers. */
export const defineService = <Shape>(name: string): Service<Shape> => ({ name });

/** A service with what does it. */
export type Provided = readonly [service: Service<unknown>, given: unknown];

/** Says what does a service's work, for `servicesOf`. */
export const provide = <Shape>(service: Service<Shape>, given: Shape): Provided => [service, given];

/** All that is provided to a form. */
export type Services = ReadonlyMap<Service<unknown>, unknown>;

/** Of two for the same service the later one counts. */
export const servicesOf = (provided: readonly Provided[]): Services => new Map(provided);

/** What does a service here; undefined where nothing does. */
export const serviceIn = <Shape>(services: Services, service: Service<Shape>): Shape | undefined =>
  services.get(service) as Shape | undefined; // `provide` has checked it
