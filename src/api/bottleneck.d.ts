/** The build without Redis, which has no types of its own and, unlike the full one, makes no functions from text. */
declare module 'bottleneck/light.js' {
  export { default } from 'bottleneck';
}
