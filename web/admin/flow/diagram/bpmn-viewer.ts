// loaded when a diagram opens; its symbols are paths, so the font of the modeler is not needed
import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import './bpmn-theme.css'

export { default as NavigatedViewer } from 'bpmn-js/lib/NavigatedViewer'
