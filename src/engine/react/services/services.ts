/**
 * A dependency of elements on their host, such as a list from the server. The element type declares
 * it in its folder; the host of the form provides it.
 */
export type Service<Shape> = {
  readonly name: string;
  /** Never set. It carries the type. */
  readonly shape?: Shape;
};

/** Declares a service. The name is used in error messages only. */
export const defineService = <Shape>(name: string): Service<Shape> => ({ name });

/** A service and its implementation. */
export type Provided = readonly [service: Service<unknown>, given: unknown];

/** Pairs a service with its implementation, for `toServices`. */
export const provide = <Shape>(service: Service<Shape>, given: Shape): Provided => [service, given];

/** The services of a form. */
export type Services = ReadonlyMap<Service<unknown>, unknown>;

/** Collects providers. A later provider of the same service replaces an earlier one. */
export const toServices = (provided: readonly Provided[]): Services => new Map(provided);

/** Returns the implementation of a service; undefined without a provider. */
export const findService = <Shape>(
  services: Services,
  service: Service<Shape>,
): Shape | undefined => services.get(service) as Shape | undefined; // `provide` has checked the type
