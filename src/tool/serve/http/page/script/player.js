// What both replays are moved by.

/** Buttons and a slider that go through frames; `draw` shows the frame of a number, from 0. */
class Player {
  constructor(section, stay, draw) {
    Object.assign(this, { stay, draw, timer: 0, count: 0 });
    this.button = make("button", "", "Play");
    const step = make("button", "", "Step");
    this.slider = make("input", "");
    this.slider.type = "range";
    this.slider.min = 0;
    this.output = make("output", "");
    this.button.type = step.type = "button";
    find(".player", section).append(this.button, step, make("label", "wide", "Frame ", this.slider), this.output);
    this.button.addEventListener("click", () => this.toggle());
    step.addEventListener("click", () => { this.pause(); this.step(); });
    this.slider.addEventListener("input", () => { this.pause(); this.show(); });
  }

  get frame() {
    return Number(this.slider.value);
  }

  /** Begins anew, at the last of so many frames: nothing moves before somebody asks for it. */
  reset(count) {
    this.pause();
    this.count = count;
    this.slider.max = count;
    this.slider.value = count;
    return this.show();
  }

  show() {
    this.output.textContent = `${this.frame} of ${this.count}`;
    return this.draw(this.frame);
  }

  step() {
    if (this.frame >= this.count) return this.pause();
    this.slider.value = this.frame + 1;
    this.show();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.button.textContent = "Play";
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.frame >= this.count) this.slider.value = 0;
    this.button.textContent = "Pause";
    this.timer = setInterval(() => this.step(), this.stay);
  }
}
