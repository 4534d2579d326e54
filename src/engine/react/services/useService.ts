import { createContext, useContext } from 'react';
import { findService, toServices, type Service, type Services } from './services.ts';

/** Services for the elements of a form, or for sent answers. */
export const ServicesContext = createContext<Services>(toServices([]));

/** Returns an optional service; undefined without a provider. */
export const useOptionalService = <Shape>(service: Service<Shape>): Shape | undefined =>
  findService(useContext(ServicesContext), service);

/** Returns a required service; throws without a provider. */
export function useService<Shape>(service: Service<Shape>): Shape {
  const given = useOptionalService(service);
  if (given === undefined)
    throw new Error(
      `The service \`${service.name}\` is missing. Add it to ServicesContext (docs/rjsf.md#services).`,
    );
  return given;
}
