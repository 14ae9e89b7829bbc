import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Controller = NonNullable<FastifyServerOptions['schemaController']>
type SerializerFactory = NonNullable<NonNullable<Controller['compilersFactory']>['buildSerializer']>

const buildSerializer: SerializerFactory = (...options) => {
  const compile = SerializerSelector()(...options)
  return (definition) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (data) => {
      serialize ??= compile(definition)
      return serialize(data)
    }
  }
}

/**
 * Compiles the serializer of a call at its first answer. Compiling those of all calls took a third of the start of a server, and
 * most servers of a test answer only a few calls.
 */
export const lazySerializers: Controller = { compilersFactory: { buildSerializer } }
