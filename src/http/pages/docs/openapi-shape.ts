/** The part of an OpenAPI 3.1 document that the API reference shows. */
export type OpenApi = {
  info: { title: string; version: string; description?: string }
  servers?: readonly { url: string }[]
  paths: Record<string, PathItem>
  components?: Record<string, unknown>
  /** Pages of the reference, in order. */
  tags?: readonly Tag[]
  /** Sections of the reference: tags by name. */
  'x-tagGroups'?: readonly { name: string; tags: readonly string[] }[]
}

export type Tag = { name: string; 'x-displayName': string; description: string }

export type PathItem = Partial<Record<Method, Operation>>

export const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof METHODS)[number]

export type Operation = {
  tags?: readonly string[]
  security?: readonly Record<string, readonly string[]>[]
  summary?: string
  description?: string
  parameters?: readonly Parameter[]
  requestBody?: { description?: string; required?: boolean; content: Record<string, Media> }
  responses: Record<
    string,
    { description: string; headers?: Record<string, unknown>; content?: Record<string, Media> }
  >
}

export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: unknown
  example?: string
}

/** A schema can be any JSON Schema, including a reference into `components`. */
export type Media = {
  schema?: unknown
  example?: unknown
  examples?: Record<string, { summary?: string; value?: unknown }>
}
