declare module '*.json?gallery';
