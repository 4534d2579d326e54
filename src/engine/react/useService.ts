import { useContext } from 'react';
import { ServicesContext } from './context.ts';
import { serviceIn, type Service } from './services.ts';

/** A service that not every form has; undefined where nobody provides it. */
export const useOptionalService = <Shape>(service: Service<Shape>): Shape | undefined =>
  serviceIn(useContext(ServicesContext), service);

/** A service that an element cannot be without. Throws where nobody provides it. */
export function useService<Shape>(service: Service<Shape>): Shape {
  const given = useOptionalService(service);
  if (given === undefined) throw new Error(`Nobody provides ${service.name} to this form`);
  return given;
}
