import { createElement, type FunctionComponent, type SVGProps } from 'react';

type IconProps = SVGProps<SVGSVGElement> & { size?: number | string };
type FillableIconProps = IconProps & { weight?: 'regular' | 'fill' };
export type Icon = FunctionComponent<IconProps>;

const drawPath = (path: string, { size = '1em', color = 'currentColor', ...rest }: IconProps) =>
  createElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      fill: color,
      viewBox: '0 0 256 256',
      ...rest,
    },
    createElement('path', { d: path }),
  );

/** Returns the component of an icon. */
export function makeIcon({ regular }: { regular: string }) {
  return (props: IconProps) => drawPath(regular, props);
}

/** Returns the component of an icon that can be filled. */
export function makeFillableIcon(weights: { regular: string; fill: string }) {
  return ({ weight = 'regular', ...props }: FillableIconProps) => drawPath(weights[weight], props);
}
