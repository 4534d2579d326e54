import { useContext } from 'react';
import { ServicesContext } from './context.ts';
import { serviceIn, type Service } from './services.ts';

/** Returns an optional service; undefined without a provider. */
export const useOptionalService = <Shape>(service: Service<Shape>): Shape | undefined =>
  serviceIn(useContext(ServicesContext), service);

/** Returns a required service; throws without a provider. */
export function useService<Shape>(service: Service<Shape>): Shape {
  const given = useOptionalService(service);
  if (given === undefined) throw new Error(`Nobody provides ${service.name} to this form`);
  return given;
}
