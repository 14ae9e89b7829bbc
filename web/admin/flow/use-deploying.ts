import { useRef, useState } from 'react'
import type { Comparison } from '#contract/flow/differences.ts'
import { definitionSuffix, flowManager } from '#contract/flow/flow-manager.ts'
import { type DefinitionFault, flowModel, maxDefinitionBytes } from '#contract/flow/flow-model.ts'
import type { Text } from '#contract/kit/text.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { sendForm } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { compareDeployment, useConfirmDeployment } from './versions/comparisons.tsx'

/** A file with process definitions, and what became of it. */
export interface DeployedFile {
  readonly key: number
  readonly file: File
  readonly state: 'checking' | 'ready' | 'deploying' | 'done' | 'refused' | 'failed'
  /** Why it was refused, or not deployed. */
  readonly message: string
  /** What is wrong with the definition in it. */
  readonly faults: readonly DefinitionFault[]
  /** What a conversion would change. */
  readonly changes: readonly string[]
  /** The definition with everything drawn; null if it cannot be read. */
  readonly xml: string | null
}

/** A file that was not deployed: refused, with sentences about its elements or one about the file, or failed for another reason. */
const refusalOf = (error: unknown): Partial<DeployedFile> => {
  const { code, message, faults } = failureOf(error)
  return { state: code === 400 ? 'refused' : 'failed', message, faults }
}

/** What the check of a definition says, before it is deployed. */
const checkedFile = async (file: File, convert: 0 | 1): Promise<Partial<DeployedFile>> => {
  const { faults, changes, xml } = await ask(flowModel.calls.check, { modelEditorXml: await file.text(), convert })
  return {
    ...{ state: faults.length ? 'refused' : 'ready', message: '', faults, changes, xml },
    ...(convert && xml ? { file: new File([xml], file.name, { type: file.type }) } : {}),
  }
}

const wrongName: Text = [`文件名须以 ${definitionSuffix} 结尾`, `The name has to end in ${definitionSuffix}`]
const tooLarge: Text = ['文件不能超过 256 KB', 'The file must be at most 256 kB']

interface Deployment {
  readonly category: string
  readonly tenantIds: string
}

interface Compared {
  readonly one: DeployedFile
  readonly comparisons: readonly Comparison[]
}

const formOf = (file: File, { category, tenantIds }: Deployment): FormData => {
  const form = new FormData()
  // fields first: the server reads the form in its order
  form.append('category', category)
  form.append('tenantIds', tenantIds)
  form.append('files', file)
  return form
}

type SetFile = (key: number, changes: Partial<DeployedFile>) => void

/** Compares files with the versions in use; one that cannot be deployed is refused already now. */
const compareFiles = async (files: readonly DeployedFile[], deployment: Deployment, set: SetFile) => {
  const compared: Compared[] = []
  for (const one of files) {
    set(one.key, { state: 'checking' })
    try {
      compared.push({ one, comparisons: await compareDeployment({ file: one.file, ...deployment }) })
      set(one.key, { state: 'ready' })
    } catch (error) {
      set(one.key, refusalOf(error))
    }
  }
  return compared
}

/** Checks the content of files as they are added, and deploys those that passed: each has its own result, and a refusal stops no other. */
export const useDeploying = () => {
  const t = useLocalize()
  const confirmDeployment = useConfirmDeployment()
  const [files, setFiles] = useState<readonly DeployedFile[]>([])
  const lastKey = useRef(0)
  const set: SetFile = (key, changes) =>
    setFiles((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  const checkOne = async ({ key, file }: DeployedFile, convert: 0 | 1 = 0) => {
    if (file.size > maxDefinitionBytes) return set(key, { state: 'refused', message: t(tooLarge) })
    if (!file.name.toLowerCase().endsWith(definitionSuffix))
      return set(key, { state: 'refused', message: t(wrongName) })
    set(key, { state: 'checking' })
    try {
      set(key, await checkedFile(file, convert))
    } catch (error) {
      set(key, refusalOf(error))
    }
  }
  const add = (chosen: readonly File[]) => {
    const added = chosen.map((file): DeployedFile => {
      lastKey.current += 1
      return { key: lastKey.current, file, state: 'checking', message: '', faults: [], changes: [], xml: null }
    })
    setFiles((now) => [...now, ...added])
    for (const one of added) void checkOne(one)
  }
  const deployOne = async ({ key, file }: DeployedFile, deployment: Deployment) => {
    set(key, { state: 'deploying' })
    try {
      await sendForm(flowManager.calls.deployUpload, formOf(file, deployment), { timeout: 60_000 })
      set(key, { state: 'done' })
    } catch (error) {
      set(key, refusalOf(error))
    }
  }
  const deploy = async (deployment: Deployment) => {
    const compared = await compareFiles(
      files.filter(({ state }) => state === 'ready'),
      deployment,
      set,
    )
    if (compared.length === 0) return
    if (!(await confirmDeployment(compared.flatMap(({ comparisons }) => comparisons)))) return
    for (const { one } of compared) await deployOne(one, deployment)
    await invalidate(flowManager.path)
  }
  return {
    files,
    add,
    /** Converts a file to this platform; what is deployed is the converted one. */
    convert: (one: DeployedFile) => void checkOne(one, 1),
    deploy,
    remove: (key: number) => setFiles((now) => now.filter((one) => one.key !== key)),
    busy: files.some(({ state }) => state === 'checking' || state === 'deploying'),
    readyCount: files.filter(({ state }) => state === 'ready').length,
  }
}
