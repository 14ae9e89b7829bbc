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
 * Compiles the serializer of a call at its first answer. There are some 600 calls; compiling all at the start was 5 % of the work of
 * the tests over HTTP, whose servers answer only a few of them.
 */
export const lazySerializers: Controller = { compilersFactory: { buildSerializer } }
