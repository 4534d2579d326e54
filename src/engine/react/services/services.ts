/**
 * A dependency of elements on their host, such as a list from the server. The type declares it in
 * its folder; the host of the form provides it.
 */
export type Service<Shape> = {
  readonly name: string;
  /** Never there: it only carries the shape. */ readonly shape?: Shape;
};

/** Declares a service; the name is for developers. */
export const defineService = <Shape>(name: string): Service<Shape> => ({ name });

/** A service with what does it. */
export type Provided = readonly [service: Service<unknown>, given: unknown];

/** Says what does a service's work, for `toServices`. */
export const provide = <Shape>(service: Service<Shape>, given: Shape): Provided => [service, given];

/** All that is provided to a form. */
export type Services = ReadonlyMap<Service<unknown>, unknown>;

/** A later provider of the same service replaces an earlier one. */
export const toServices = (provided: readonly Provided[]): Services => new Map(provided);

/** Returns the provider of a service; undefined without one. */
export const serviceIn = <Shape>(services: Services, service: Service<Shape>): Shape | undefined =>
  services.get(service) as Shape | undefined; // `provide` has checked it
