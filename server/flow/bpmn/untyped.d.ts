/** Packages without type declarations; only what is used here. */
declare module 'bpmn-moddle' {
  export class BpmnModdle {
    constructor(packages: Readonly<Record<string, object>>)
    create(type: string, properties: object): object
    fromXML(xml: string): Promise<unknown>
    toXML(element: object, options: { readonly format: boolean }): Promise<{ readonly xml: string }>
  }
}

declare module 'bpmn-auto-layout' {
  export const layoutProcess: (xml: string) => Promise<string>
}
