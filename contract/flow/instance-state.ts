/** The state of the process of a row; `assigneeName` is who handles it now. */
export interface InstanceState {
  readonly taskId: string | null
  readonly taskName: string | null
  readonly assigneeName: string | null
  readonly processInstanceId: string | null
  readonly processIsFinished: 'finished' | 'unfinished'
}
