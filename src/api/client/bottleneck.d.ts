/**
 * The build without Redis has no types. The full build calls `new Function`, which the CSP refuses.
 */
declare module 'bottleneck/light.js' {
  export { default } from 'bottleneck';
}
