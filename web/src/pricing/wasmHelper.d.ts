// What vite-plugin-wasm gives beside its imports of .wasm: the function that downloads and instantiates.
declare module '*/__vite-plugin-wasm-helper' {
  interface PricingExports extends WebAssembly.Exports {
    __wbindgen_start: () => void;
  }
  export default function instantiate(
    imports: Record<string, object>,
    address: string,
  ): Promise<PricingExports>;
}

// What wasm-bindgen writes beside the types of ./wasm/pricing_wasm.
declare module '*/pricing_wasm_bg.js' {
  export * from '@/pricing/wasm/pricing_wasm';
  export function __wbg_set_wasm(exports: WebAssembly.Exports): void;
}
