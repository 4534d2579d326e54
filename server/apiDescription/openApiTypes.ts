/** The part of OpenAPI 3.1 that our descriptions use. */
export type Shape = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  title?: string;
  description?: string;
  format?: string;
  pattern?: string;
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: boolean | Shape;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

export type Parameter = {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Shape;
};

export type Content = Record<string, { schema: Shape; example?: unknown }>;

export type DescribedOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; headers?: object; content?: Content }>;
};

export type Paths = Record<string, Record<string, DescribedOperation>>;

export type Description = {
  openapi: string;
  info: { title: string; description: string; version: string; license: object };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Paths;
  components: {
    securitySchemes: Record<string, object>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string; schema: Shape }>;
    schemas: Record<string, Shape>;
  };
};
