import { join } from 'node:path'
import { getLibFiles, libFolderInMemoryPath, ts } from '@ts-morph/common'
import type { Endpoint } from '#contract/kit/call.ts'

type Json = { readonly [key: string]: unknown }

/** The schemas of answers that a TypeScript type describes: by call, and by the name of the type. */
export interface AnswerShapes {
  readonly calls: Readonly<Record<string, Json>>
  readonly types: Readonly<Record<string, Json>>
}

interface NamedCall {
  readonly name: string
  readonly endpoint: Endpoint
}

const root = join(import.meta.dirname, '..')
const probe = join(root, 'contract/answer-shapes-probe.ts')

/** Types of every call, not of one. */
const ofKit = ['EncryptedBody', 'EncryptedAnswer', 'TreeNode', 'RowResult'].map((name) => `  'kit.${name}': ${name}`)

/** A module whose one type has the answer of each call; the compiler reads what the contract declares. */
const probeText = (names: readonly string[]): string => {
  const member = (name: string) => {
    const [group, call] = name.split('.') as [string, string]
    return `  '${name}': OutOf<Of<'${group}', '${call}'>>`
  }
  return [
    "import type { EncryptedAnswer, EncryptedBody } from './encrypted-bodies.ts'",
    "import type { RowResult } from './row-results.ts'",
    "import type { TreeNode } from './kit/call.ts'",
    "import type { calls } from './calls.ts'",
    "import type { Entities } from './index.ts'",
    "import type { OutOf } from './kit/call.ts'",
    'type Groups = typeof calls',
    "type Of<G, C> = G extends keyof Entities ? (C extends keyof Entities[G]['calls'] ? Entities[G]['calls'][C] : never)",
    '  : G extends keyof Groups ? (C extends keyof Groups[G] ? Groups[G][C] : never) : never',
    `export interface Answers {\n${[...names.map(member), ...ofKit].join('\n')}\n}`,
  ].join('\n')
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  lib: ['lib.es2023.d.ts'],
  noEmit: true,
  skipLibCheck: true,
  types: [],
  paths: { '#contract/*': [join(root, 'contract/*')] },
}

const programOf = (text: string): ts.Program => {
  const host = ts.createCompilerHost(options)
  const library = getLibFiles().map(({ fileName, text }) => [`${libFolderInMemoryPath}/${fileName}`, text] as const)
  const texts = new Map([[probe, text], ...library])
  const { getSourceFile, fileExists } = host
  host.getDefaultLibLocation = () => libFolderInMemoryPath
  host.fileExists = (file) => texts.has(file) || fileExists(file)
  host.getSourceFile = (file, version, ...others) => {
    const known = texts.get(file)
    return known === undefined ? getSourceFile(file, version, ...others) : ts.createSourceFile(file, known, version)
  }
  return ts.createProgram([probe], options, host)
}

/** Writes schemas of types; those with a name are kept under it, so that a type may contain itself. */
const writerOf = (checker: ts.TypeChecker) => {
  const types: Record<string, Json> = {}
  const names = new Map<ts.Type, string>()

  const nameFor = (type: ts.Type): string | undefined => {
    const symbol = type.aliasSymbol ?? (type.isClassOrInterface() ? type.symbol : undefined)
    const isGeneric = type.aliasTypeArguments?.length || (type as ts.TypeReference).typeArguments?.length
    if (!symbol || isGeneric || !symbol.declarations?.[0]?.getSourceFile().fileName.startsWith(root)) return undefined
    const taken = new Set(names.values())
    let name = symbol.name
    for (let n = 2; taken.has(name); n++) name = `${symbol.name}${n}`
    return name
  }

  const objectOf = (type: ts.Type): Json => {
    const properties: Record<string, Json> = {}
    const required: string[] = []
    for (const property of checker.getPropertiesOfType(type)) {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
      const description = ts.displayPartsToString(property.getDocumentationComment(checker)).replaceAll('\n', ' ')
      properties[property.name] = {
        ...schemaOf(checker.getTypeOfSymbol(property)),
        ...(description && { description }),
      }
      if (!isOptional) required.push(property.name)
    }
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
    return {
      type: 'object',
      ...(required.length || !index || Object.keys(properties).length ? { properties } : {}),
      ...(required.length ? { required } : {}),
      ...(index ? { additionalProperties: schemaOf(index.type) } : {}),
    }
  }

  const listOf = (type: ts.TypeReference): Json => {
    const items = checker.getTypeArguments(type)
    if (!checker.isTupleType(type)) return { type: 'array', items: schemaOf(items[0] as ts.Type) }
    const isFixed = !(type.target as ts.TupleType).hasRestElement
    if (!isFixed) return { type: 'array', items: schemaOf(items.at(-1) as ts.Type) }
    return { type: 'array', prefixItems: items.map(schemaOf), minItems: items.length, maxItems: items.length }
  }

  const unionOf = (type: ts.UnionType): Json => {
    const parts = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
    const literals = parts.filter((part) => part.isStringLiteral() || part.isNumberLiteral())
    const others = parts.filter((part) => !literals.includes(part as never)).map(schemaOf)
    const kinds = new Set(literals.map(({ value }) => typeof value))
    const values = literals.map(({ value }) => value).sort()
    const choices: Json[] = values.length
      ? [{ ...(kinds.size === 1 ? { type: [...kinds][0] } : {}), enum: values }]
      : []
    const all = [...choices, ...others]
    const different = all.filter((one, i) => all.findIndex((two) => JSON.stringify(two) === JSON.stringify(one)) === i)
    if (different.length === 1) return different[0] as Json
    const [plain, none] = different as [Json, Json]
    // a plain type that may be null is written as one
    if (different.length === 2 && none.type === 'null' && typeof plain.type === 'string' && !plain.enum)
      return { ...plain, type: [plain.type, 'null'] }
    return { anyOf: different }
  }

  const plainOf = (type: ts.Type): Json | null => {
    const { flags } = type
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
    if (flags & ts.TypeFlags.Null) return { type: 'null' }
    if (flags & ts.TypeFlags.BooleanLike)
      return flags & ts.TypeFlags.BooleanLiteral
        ? { type: 'boolean', const: checker.typeToString(type) === 'true' }
        : { type: 'boolean' }
    if (type.isStringLiteral() || type.isNumberLiteral()) return { type: typeof type.value, const: type.value }
    if (flags & ts.TypeFlags.StringLike) return { type: 'string' }
    if (flags & ts.TypeFlags.NumberLike) return { type: 'number' }
    return null
  }

  const schemaOf = (type: ts.Type): Json => {
    const plain = plainOf(type)
    if (plain) return plain
    const known = names.get(type)
    if (known) return { $ref: `#/components/schemas/${known}` }
    const structure = () => {
      if (type.isUnion()) return unionOf(type)
      if (checker.isArrayType(type) || checker.isTupleType(type)) return listOf(type as ts.TypeReference)
      return objectOf(type)
    }
    const name = nameFor(type)
    if (!name) return structure()
    names.set(type, name)
    types[name] = structure()
    return { $ref: `#/components/schemas/${name}` }
  }
  return { schemaOf, types }
}

/**
 * Reads the types of answers that are declared by `shaped` and `flat`. Only a compiler knows them; TypeScript 7 has no stable
 * interface for programs yet, so this is TypeScript 6.
 */
export const readAnswerShapes = (routes: readonly NamedCall[]): AnswerShapes => {
  const names = routes.filter(({ endpoint }) => ['shaped', 'flat'].includes(endpoint.output.as)).map(({ name }) => name)
  const program = programOf(probeText(names))
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(probe) as ts.SourceFile
  const answers = source.statements.find(ts.isInterfaceDeclaration) as ts.InterfaceDeclaration
  const { schemaOf, types } = writerOf(checker)
  const calls = Object.fromEntries(
    answers.members.map((member) => [
      (member.name as ts.StringLiteral).text,
      schemaOf(checker.getTypeAtLocation(member)),
    ]),
  )
  return { calls, types }
}

/** One call or type a line, so that a change can be read. */
export const writeAnswerShapes = ({ calls, types }: AnswerShapes): string => {
  const lines = (part: Readonly<Record<string, Json>>) =>
    Object.keys(part)
      .sort()
      .map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(part[name])}`)
      .join(',\n')
  return `{\n  "calls": {\n${lines(calls)}\n  },\n  "types": {\n${lines(types)}\n  }\n}\n`
}
