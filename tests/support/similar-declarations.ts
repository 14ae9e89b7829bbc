import type { DraftPart } from '#contract/project/draft-values.ts'
import { findDuplicates } from '#server/project/duplicates/find-duplicates.ts'
import { makeRandom, type Random } from '#server/seed/demo/random.ts'
import { informationWith, sentences } from './planted-texts.ts'
import type { Platform } from './platform.ts'
import type { Review } from './review.ts'
import { documents, saveDeclaration, submitAction } from './scenario.ts'

/** A trade secret that each of these declarations has. */
export const secret = '独家配方与压延参数不得外传的保密方案'

type Parts = Readonly<Record<string, DraftPart>>

/** Declarations of the company of a review whose overviews are planted, so that only those that should be similar are. */
export interface SimilarDeclarations {
  readonly random: Random
  /** Saves one with this overview; `more` are values of its information, `parts` of others. */
  readonly draft: (overview: readonly string[], more?: DraftPart, parts?: Parts) => Promise<string>
  readonly submit: (id: string) => Promise<void>
  readonly submitted: (overview: readonly string[], more?: DraftPart, parts?: Parts) => Promise<string>
  /** Compares all that was submitted, as the job does. */
  readonly compareAll: () => Promise<void>
}

export const similarDeclarations = ({ app }: Platform, { company }: Review): SimilarDeclarations => {
  const random = makeRandom(5)
  let seed = 500
  const draft: SimilarDeclarations['draft'] = async (overview, more = {}, parts = {}) => {
    const values = documents(company, ++seed)
    const projectName = `${sentences(random, 1)[0]?.slice(0, 20)}${seed}`
    const scenes = ((values.innovation?.scenes ?? []) as object[]).map((scene) => ({ ...scene, solution: secret }))
    return saveDeclaration(company, {
      ...values,
      information: { ...values.information, operators: '1', ...informationWith(overview), projectName, ...more },
      factory: { ...values.factory, lines: [], systems: [], ...parts.factory },
      facilities: {
        ...values.facilities,
        network: { ...(values.facilities?.network as object), operator: 1 },
        ...parts.facilities,
      },
      innovation: { ...values.innovation, scenes },
    })
  }
  const submit = async (id: string) => {
    const answer = await submitAction(company, id, 'submit')
    if (!answer.success) throw new Error(`${answer.msg} ${JSON.stringify(answer.faults)}`)
  }
  const submitted: SimilarDeclarations['submitted'] = async (...values) => {
    const id = await draft(...values)
    await submit(id)
    return id
  }
  const compareAll = async () => {
    while (await findDuplicates(app));
  }
  return { random, draft, submit, submitted, compareAll }
}
