/** The build of bottleneck without Redis, which its package does not type. */
declare module 'bottleneck/light' {
  export { default } from 'bottleneck';
}
