// A canvas that fits its element, sharp on every screen, and that can be dragged, zoomed with the wheel, and clicked.

export interface Zoom {
  scale: number; // 1: as laid out
  x: number; // pixels by which the drawing is moved
  y: number;
}

export class PanZoom {
  readonly canvas = document.createElement('canvas');
  readonly context = this.canvas.getContext('2d')!;
  zoom: Zoom = { scale: 1, x: 0, y: 0 };
  width = 0;
  height = 0;
  private asked = false;

  constructor(
    private readonly element: HTMLElement,
    private readonly paint: (context: CanvasRenderingContext2D) => void,
    private readonly on: { click?: (x: number, y: number) => void; hover?: (x: number, y: number) => string; moved?: () => void; resized?: () => void; keep?: (zoom: Zoom) => void },
  ) {
    element.append(this.canvas);
    new ResizeObserver(() => this.resize()).observe(element);
    this.canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    this.canvas.addEventListener('pointerdown', (event) => this.press(event));
    this.canvas.addEventListener('pointermove', (event) => {
      if (event.buttons || !on.hover) return;
      this.canvas.title = on.hover(event.offsetX, event.offsetY);
    });
  }

  // At the next frame, once.
  invalidate() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      const sharp = devicePixelRatio || 1;
      this.context.setTransform(sharp, 0, 0, sharp, 0, 0);
      this.context.clearRect(0, 0, this.width, this.height);
      this.paint(this.context);
    });
  }

  // Nothing is left to draw.
  get resting() {
    return !this.asked;
  }

  moveTo(zoom: Zoom) {
    this.zoom = zoom;
    this.on.keep?.(this.zoom);
    this.invalidate();
  }

  private wheel(event: WheelEvent) {
    event.preventDefault();
    const by = Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015));
    const scale = Math.min(4000, Math.max(0.02, this.zoom.scale * by));
    const really = scale / this.zoom.scale;
    const { x, y } = this.zoom;
    this.on.moved?.();
    this.moveTo({ scale, x: event.offsetX - (event.offsetX - x) * really, y: event.offsetY - (event.offsetY - y) * really });
  }

  private press(event: PointerEvent) {
    const start = { x: event.clientX, y: event.clientY, zoom: { ...this.zoom } };
    let dragged = false;
    const move = (e: PointerEvent) => {
      const dx = e.clientX - start.x;
      const dy = e.clientY - start.y;
      if (!dragged && Math.hypot(dx, dy) < 4) return;
      if (!dragged) this.on.moved?.();
      dragged = true;
      this.moveTo({ scale: start.zoom.scale, x: start.zoom.x + dx, y: start.zoom.y + dy });
    };
    const up = (e: PointerEvent) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      if (!dragged && e.type === 'pointerup') this.on.click?.(event.offsetX, event.offsetY);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
  }

  private resize() {
    const sharp = devicePixelRatio || 1;
    this.width = this.element.clientWidth;
    this.height = this.element.clientHeight;
    this.canvas.width = Math.round(this.width * sharp);
    this.canvas.height = Math.round(this.height * sharp);
    this.on.resized?.();
    this.invalidate();
  }
}
