import type { FastifyRequest } from 'fastify'
import { definitionSuffix } from '#contract/flow/flow-manager.ts'
import { maxDefinitionBytes } from '#contract/flow/flow-model.ts'
import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { fileNameOf } from '../storage/incoming.ts'
import { faultIn } from './bpmn/problems.ts'
import { readXml } from './bpmn/scan.ts'

/** A form with definitions: its fields and the text of each file. */
export interface DefinitionForm {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly { readonly name: string; readonly xml: string }[]
}

const maxFiles = 20
export const noFiles = () => new Fail(['请选择要部署的流程文件', 'Choose the files to deploy'])
const tooLarge = (name: string) =>
  new Fail(fill(['文件“{0}”超过 256 KB', 'The file “{0}” is larger than 256 kB'], name), 413)

const tooMany = () =>
  new Fail(fill(['一次最多部署 {0} 个流程文件', 'At most {0} process files can be deployed at once'], maxFiles), 413)

/** Whether a file has the name of a process definition. */
export const isDefinitionName = (name: string): boolean => name.toLowerCase().endsWith(definitionSuffix)

const bytesOf = async (name: string, stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    // the rest is read and dropped: a client reads the error only after it has sent everything
    if (length <= maxDefinitionBytes) chunks.push(chunk)
  }
  if (length > maxDefinitionBytes) throw tooLarge(name)
  return Buffer.concat(chunks)
}

const textsOf = (files: readonly { readonly name: string; readonly bytes: Buffer }[]): DefinitionForm['files'] =>
  files.map(({ name, bytes }) => {
    try {
      return { name, xml: readXml(bytes) }
    } catch (error) {
      throw files.length > 1 ? faultIn(name, error) : error
    }
  })

type Parts = ReturnType<FastifyRequest['parts']>

/** The parts of a form; a clear sentence if it has too many. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Parts extends AsyncIterable<infer P> ? P : never> {
  try {
    yield* request.parts({ limits: { files: maxFiles, fields: 20, parts: maxFiles + 20 } })
  } catch (error) {
    throw (error as { code?: string }).code === 'FST_FILES_LIMIT' ? tooMany() : error
  }
}

/** Reads a form with any number of files, at most `maxFiles`; fields may follow the files. A model may stand for them. */
export const readDefinitionForm = async (input: object): Promise<DefinitionForm> => {
  const { request } = input as { request: FastifyRequest }
  if (!request.isMultipart()) throw noFiles()
  const fields: Record<string, string> = {}
  const files: { name: string; bytes: Buffer }[] = []
  for await (const part of partsOf(request)) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value ?? '')
    else {
      const name = fileNameOf(part.filename ?? '')
      files.push({ name, bytes: await bytesOf(name, part.file) })
    }
  }
  if (files.length === 0 && !fields.modelId) throw noFiles()
  return { fields, files: textsOf(files) }
}

/** Throws a sentence that names the files whose names are not those of definitions. */
export const assertDefinitionNames = (files: DefinitionForm['files']): void => {
  const wrong = files.filter(({ name }) => !isDefinitionName(name))
  if (wrong.length)
    throw new Fail(
      fill(
        ['文件名须以 .bpmn20.xml 结尾：{0}', 'Names of files must end in .bpmn20.xml: {0}'],
        wrong.map(({ name }) => name).join('、'),
      ),
    )
}
